import type { ChatMessage, ToolCall, ToolCallLLMMessageOptions } from '@llamaindex/core/llms';
import { FunctionTool } from '@llamaindex/core/tools';
import { OpenAI, OpenAIEmbedding } from '@llamaindex/openai';
import { PLACE, WEATHER, type Client, type ClientResult, type Settings } from './client.ts';
import { describeClient } from './suite.ts';

describeClient({
  name: 'LlamaIndex',
  connect,
  // It has an official client of its own, of the previous version.
  statusOf: (thrown) => {
    const { status = null } = (thrown ?? {}) as { status?: number };
    return status;
  },
  triesOfLimited: 1,
});

interface Raw {
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

const usageOf = (raw: unknown): ClientResult['usage'] => {
  const { usage } = (raw ?? {}) as Raw;
  return usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null;
};

type Message = ChatMessage<ToolCallLLMMessageOptions>;

const textIn = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));

function connect({ model, vectors, apiKey, baseURL, fetch }: Settings): Client {
  const settings = { apiKey, baseURL, additionalSessionOptions: { fetch } };
  const llm = new OpenAI({ model, ...settings });
  const ask = (content: Message['content']): Message[] => [{ role: 'user', content }];
  const answer = async (messages: Message[]): Promise<ClientResult> => {
    const { message, raw } = await llm.chat({ messages });
    return { text: textIn(message.content), usage: usageOf(raw), thoughts: null };
  };
  return {
    answer: (prompt) => answer(ask(prompt)),
    async stream(prompt, { signal, onText } = {}) {
      const heard: ClientResult = { text: '', usage: null, thoughts: null };
      const additionalChatOptions = { stream_options: { include_usage: true } };
      // It accepts no signal; its connections do.
      const leavable: typeof fetch = (url, init) => {
        const signals = [init?.signal, signal].filter((one) => one instanceof AbortSignal);
        return fetch(url, { ...init, signal: AbortSignal.any(signals) });
      };
      const reading = new OpenAI({ model, ...settings, additionalSessionOptions: { fetch: leavable } });
      const chunks = await reading.chat({ messages: ask(prompt), stream: true, additionalChatOptions });
      for await (const { delta, raw } of chunks) {
        heard.text += delta;
        heard.usage = usageOf(raw);
        if (delta) onText?.(delta);
      }
      return heard;
    },
    async callTools(prompt, isStreamed) {
      const calls: unknown[] = [];
      const weather = FunctionTool.from(
        (place: object) => {
          calls.push(place);
          return WEATHER;
        },
        { name: 'weather', description: 'The weather.', parameters: PLACE },
      );
      const messages = ask(prompt);
      const turn = async (): Promise<{ text: string; wanted: ToolCall[] }> => {
        if (!isStreamed) {
          const { message } = await llm.chat({ messages, tools: [weather] });
          return { text: textIn(message.content), wanted: callsOf(message.options) };
        }
        let text = '';
        const wanted = new Map<string, ToolCall>();
        for await (const { delta, options } of await llm.chat({ messages, tools: [weather], stream: true })) {
          text += delta;
          for (const call of callsOf(options)) wanted.set(call.id, call);
        }
        return { text, wanted: [...wanted.values()] };
      };
      const { text, wanted } = await turn();
      messages.push({ role: 'assistant', content: text, options: { toolCall: wanted } });
      for (const { id, input } of wanted) {
        const place = (typeof input === 'string' ? JSON.parse(input) : input) as object;
        const result = textIn(await weather.call(place as never));
        const options = { toolResult: { id, result, isError: false } };
        messages.push({ role: 'user', content: result, options });
      }
      return { text: (await turn()).text, calls };
    },
    async object(prompt) {
      const { message } = await llm.chat({ messages: ask(prompt), responseFormat: PLACE });
      return JSON.parse(textIn(message.content)) as unknown;
    },
    see: (text, url) =>
      answer(
        ask([
          { type: 'text', text },
          { type: 'image_url', image_url: { url } },
        ]),
      ),
    embed: (texts) => new OpenAIEmbedding({ model: vectors, ...settings }).getTextEmbeddings(texts),
  };
}

function callsOf(options: ToolCallLLMMessageOptions | undefined): ToolCall[] {
  return options && 'toolCall' in options ? (options.toolCall as ToolCall[]) : [];
}
