import { ChatAnthropic } from '@langchain/anthropic';
import { HumanMessage, type AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { PLACE, WEATHER, type Client, type Heard, type Settings } from './client.ts';
import { describeClient } from './suite.ts';

describeClient({
  name: 'LangChain, Anthropic',
  connect,
  // It throws what the official client throws, with fields of its own.
  statusOf: (thrown) => {
    const { status = null } = (thrown ?? {}) as { status?: number };
    return status;
  },
  triesOfLimited: 1,
  readsFirstUsage: true,
});

const heardOf = ({ text, usage_metadata: usage }: AIMessageChunk): Heard => ({
  text,
  usage: usage ? { input: usage.input_tokens, output: usage.output_tokens } : null,
  thoughts: null,
});

function connect({ model, apiKey, baseURL, fetch }: Settings): Client {
  const chat = () =>
    new ChatAnthropic({
      model,
      apiKey,
      maxTokens: 4000,
      maxRetries: 2,
      anthropicApiUrl: baseURL.replace(/\/v1$/, ''),
      clientOptions: { fetch },
    });
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
      for (const call of asking.tool_calls ?? [])
        said.push(await weather.invoke({ ...call, type: 'tool_call' }));
      return { text: (await turn()).text, calls };
    },
    object: (prompt) => chat().withStructuredOutput(PLACE).invoke(prompt),
    see: (text, url) =>
      ask([
        new HumanMessage({
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url } },
          ],
        }),
      ]),
  };
}
