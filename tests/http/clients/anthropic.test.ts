import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { jsonSchemaOutputFormat } from '@anthropic-ai/sdk/helpers/json-schema';
import { PLACE, WEATHER, type Client, type ClientResult, type Settings } from './client.ts';
import { describeClient } from './suite.ts';

describeClient({
  name: 'anthropic',
  connect,
  statusOf: (thrown) => (thrown instanceof APIError ? ((thrown.status as number | undefined) ?? null) : null),
  triesOfLimited: 1,
});

const MOST = 4000;

function heardOf({ content, usage }: Anthropic.Message): ClientResult {
  const { input_tokens: input, output_tokens: output } = usage;
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return { text, usage: { input, output }, thoughts: null };
}

function connect({ model, apiKey, baseURL, fetch }: Settings): Client {
  const client = new Anthropic({ apiKey, baseURL: baseURL.replace(/\/v1$/, ''), fetch });
  const ask = (content: string | Anthropic.UserMessageParam['content']) => ({
    model,
    max_tokens: MOST,
    messages: [{ role: 'user' as const, content }],
  });
  // Its helper for zod describes unsupported schema keywords in text, and validates the answer by all of
  // them.
  const format = jsonSchemaOutputFormat(
    {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 3 } },
      required: ['city', 'days'],
      additionalProperties: false,
    },
    { transform: false },
  );
  return {
    answer: async (prompt) => heardOf(await client.messages.create(ask(prompt))),
    async stream(prompt, { signal, onText } = {}) {
      const stream = client.messages.stream(ask(prompt), { signal });
      stream.on('text', (piece) => onText?.(piece));
      return heardOf(await stream.finalMessage());
    },
    async callTools(prompt, isStreamed) {
      const calls: unknown[] = [];
      const weather = betaZodTool({
        name: 'weather',
        description: 'Says how the weather is.',
        inputSchema: PLACE,
        run: (place) => {
          calls.push(place);
          return WEATHER;
        },
      });
      const runner = client.beta.messages.toolRunner({
        ...ask(prompt),
        tools: [weather],
        stream: isStreamed,
      });
      const { content } = await runner.runUntilDone();
      return { text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''), calls };
    },
    object: async (prompt) =>
      (await client.messages.parse({ ...ask(prompt), output_config: { format } })).parsed_output,
    async streamObject(prompt) {
      const stream = client.messages.stream({ ...ask(prompt), output_config: { format } });
      return (await stream.finalMessage()).parsed_output;
    },
    async see(text, picture) {
      const data = picture.slice(picture.indexOf(',') + 1);
      const source = { type: 'base64' as const, media_type: 'image/png' as const, data };
      return heardOf(
        await client.messages.create(
          ask([
            { type: 'text', text },
            { type: 'image', source },
          ]),
        ),
      );
    },
    async models() {
      const ids: string[] = [];
      for await (const { id } of client.models.list({ limit: 2 })) ids.push(id);
      return ids;
    },
  };
}
