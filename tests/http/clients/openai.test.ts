import OpenAI, { APIError } from 'openai';
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod';
import type { CompletionUsage } from 'openai/resources/completions';
import { PLACE, WEATHER, type Client, type Settings } from './client.ts';
import { describeClient } from './suite.ts';

describeClient({
  name: 'openai',
  connect,
  statusOf: (thrown) => (thrown instanceof APIError ? ((thrown.status as number | undefined) ?? null) : null),
  triesOfLimited: 1,
});

const usageOf = (usage: CompletionUsage | null | undefined) =>
  usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null;

/** Its types lack reasoning, but it passes it on. */
type Thinking = { reasoning_content?: string };

function connect({ model, vectors, ...options }: Settings): Client {
  const client = new OpenAI(options);
  const ask = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] });
  return {
    async answer(prompt) {
      const { choices, usage } = await client.chat.completions.create(ask(prompt));
      const message = choices[0]?.message as OpenAI.ChatCompletionMessage & Thinking;
      return {
        text: message.content ?? '',
        usage: usageOf(usage),
        thoughts: message.reasoning_content ?? null,
      };
    },
    async stream(prompt, { signal, onText } = {}) {
      const heard = { text: '', usage: usageOf(null), thoughts: '' };
      const params = { ...ask(prompt), stream: true as const, stream_options: { include_usage: true } };
      for await (const { choices, usage } of await client.chat.completions.create(params, { signal })) {
        const delta = (choices[0]?.delta ?? {}) as OpenAI.ChatCompletionChunk.Choice.Delta & Thinking;
        heard.text += delta.content ?? '';
        heard.thoughts += delta.reasoning_content ?? '';
        heard.usage = usageOf(usage);
        if (delta.content) onText?.(delta.content);
      }
      return heard;
    },
    async callTools(prompt, isStreamed) {
      const calls: unknown[] = [];
      const weather = zodFunction({
        name: 'weather',
        parameters: PLACE,
        function: (place) => {
          calls.push(place);
          return WEATHER;
        },
      });
      const params = { ...ask(prompt), tools: [weather] };
      const runner = isStreamed
        ? client.chat.completions.runTools({ ...params, stream: true })
        : client.chat.completions.runTools(params);
      return { text: (await runner.finalContent()) ?? '', calls };
    },
    async object(prompt) {
      const format = zodResponseFormat(PLACE, 'place');
      const { choices } = await client.chat.completions.parse({ ...ask(prompt), response_format: format });
      return choices[0]?.message.parsed;
    },
    async streamObject(prompt) {
      const format = zodResponseFormat(PLACE, 'place');
      const stream = client.chat.completions.stream({ ...ask(prompt), response_format: format });
      return (await stream.finalChatCompletion()).choices[0]?.message.parsed;
    },
    async see(text, url) {
      const { choices, usage } = await client.chat.completions.create({
        model,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text },
              { type: 'image_url', image_url: { url } },
            ],
          },
        ],
      });
      return { text: choices[0]?.message.content ?? '', usage: usageOf(usage), thoughts: null };
    },
    async embed(input) {
      const { data } = await client.embeddings.create({ model: vectors, input });
      return data.map(({ embedding }) => embedding);
    },
    async choices(prompt, n) {
      const { choices } = await client.chat.completions.create({ ...ask(prompt), n });
      return choices.map(({ message }) => message.content ?? '');
    },
    async models() {
      const ids: string[] = [];
      for await (const { id } of client.models.list()) ids.push(id);
      return ids;
    },
  };
}
