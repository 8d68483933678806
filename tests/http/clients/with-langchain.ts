import type { ChatAnthropic } from '@langchain/anthropic';
import { HumanMessage, type AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { PLACE, WEATHER, type Client, type ClientResult, type Settings } from './client.ts';

/** It throws the official client's errors, with fields of its own. */
export function statusOfLangChain(thrown: unknown): number | null {
  const { status = null } = (thrown ?? {}) as { status?: number };
  return status;
}

const heardOf = ({ text, usage_metadata: usage, additional_kwargs: more }: AIMessageChunk): ClientResult => ({
  text,
  usage: usage ? { input: usage.input_tokens, output: usage.output_tokens } : null,
  thoughts: (more['reasoning_content'] as string | undefined) ?? null,
});

/** The functions of LangChain with its OpenAI models. @param chosen settings of its text model */
export function withLangChain(
  { model, vectors, apiKey, baseURL, fetch }: Settings,
  chosen: { useResponsesApi?: boolean } = {},
): Client {
  // Six retries by default, each after twice the time of the previous one.
  const settings = { apiKey, maxRetries: 2, configuration: { baseURL, fetch } };
  const chat = (more: object = {}) => new ChatOpenAI({ model, ...settings, ...chosen, ...more });
  return {
    ...withChatModel(chat),
    object: (prompt) => chat().withStructuredOutput(PLACE, { method: 'jsonSchema' }).invoke(prompt),
    async streamObject(prompt) {
      let last: unknown;
      const structured = chat().withStructuredOutput(PLACE, { method: 'jsonSchema' });
      for await (const draft of await structured.stream(prompt)) last = draft;
      return last;
    },
    embed: (texts) => new OpenAIEmbeddings({ model: vectors, ...settings }).embedDocuments(texts),
    async choices(prompt, n) {
      const { generations } = await chat({ n }).generate([[new HumanMessage(prompt)]]);
      return generations[0]!.map(({ text }) => text);
    },
  };
}

/** The functions that it has for the models of every maker. */
export function withChatModel(chat: () => ChatOpenAI | ChatAnthropic) {
  const ask = async (prompt: string | BaseMessage[]) => heardOf(await chat().invoke(prompt));
  return {
    answer: ask,
    async stream(prompt, { signal, onText } = {}) {
      let whole: AIMessageChunk | undefined;
      for await (const chunk of await chat().stream(prompt, { signal })) {
        whole = whole?.concat(chunk) ?? chunk;
        if (chunk.text) onText?.(chunk.text);
      }
      return heardOf(whole!);
    },
    async callTools(prompt, isStreamed) {
      const calls: unknown[] = [];
      const weather = tool(
        (place) => {
          calls.push(place);
          return WEATHER;
        },
        { name: 'weather', schema: PLACE },
      );
      const able = chat().bindTools([weather]);
      const said: BaseMessage[] = [new HumanMessage(prompt)];
      const turn = async () => {
        if (!isStreamed) return able.invoke(said);
        let whole: AIMessageChunk | undefined;
        for await (const chunk of await able.stream(said)) whole = whole?.concat(chunk) ?? chunk;
        return whole!;
      };
      const asking = await turn();
      said.push(asking);
      for (const call of asking.tool_calls ?? []) {
        const answer = await weather.invoke({ ...call, type: 'tool_call' });
        said.push(answer);
      }
      return { text: (await turn()).text, calls };
    },
    see: (text, url) =>
      ask([
        new HumanMessage({
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url } },
          ],
        }),
      ]),
  } satisfies Partial<Client>;
}
