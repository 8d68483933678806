import OpenAI from 'openai';
import { beforeEach, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

/** served by a dialect that supports one choice only. */
const MODEL = 'sandbox/messages';
const CALL = {
  model: MODEL,
  messages: [{ role: 'user' as const, content: 'Hello [[sandbox: text="one two"]]' }],
  n: 3,
};

let client: OpenAI;
beforeEach(async () => {
  await createModel({
    id: MODEL,
    offers: [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }],
  });
  const { value } = await createKey();
  client = new OpenAI({ apiKey: value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
});

it('gets the single choice of its wire, and a report that n was ignored', async () => {
  const { data, response } = await client.chat.completions.create(CALL).withResponse();
  expect(data.choices).toMatchObject([{ index: 0, message: { content: 'one two' }, finish_reason: 'stop' }]);
  expect(response.headers.get('x-parlance-ignored-parameters')).toContain('n');
});

it('gets a stream of one choice that ends well', async () => {
  const { data: stream, response } = await client.chat.completions
    .create({ ...CALL, stream: true })
    .withResponse();
  const choices = [];
  for await (const chunk of stream) choices.push(...chunk.choices);
  expect(new Set(choices.map(({ index }) => index))).toEqual(new Set([0]));
  expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe('one two');
  expect(choices.at(-1)?.finish_reason).toBe('stop');
  expect(response.headers.get('x-parlance-ignored-parameters')).toContain('n');
});
