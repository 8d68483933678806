import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { chunksOf } from '#tests/fixtures/stream-call.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

/** The schemas by which the package `@openrouter/sdk` 1.3.19 reads answers, as far as they are strict. */
const names = z.array(z.string());
const modelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      canonical_slug: z.string(),
      name: z.string(),
      created: z.int(),
      description: z.string().optional(),
      context_length: z.int().nullable(),
      architecture: z.object({
        input_modalities: names,
        output_modalities: names,
        modality: z.string().nullable(),
        tokenizer: z.string().optional(),
      }),
      pricing: z.object({ prompt: z.string(), completion: z.string(), request: z.string().optional() }),
      top_provider: z.object({ is_moderated: z.boolean(), context_length: z.int().nullish() }),
      links: z.object({ details: z.string() }),
      default_parameters: z.object({}).nullable(),
      per_request_limits: z.object({}).nullable(),
      supported_voices: names.nullable(),
      supported_parameters: names,
      knowledge_cutoff: z.string().nullish(),
    }),
  ),
  links: z.object({ next: z.string().nullable() }),
  total_count: z.int(),
});
const credits = z.object({ data: z.object({ total_credits: z.number(), total_usage: z.number() }) });
const text = z.string().nullable();
const dollars = z.number();
const key = z.object({
  data: z.object({
    allowed_data_regions: names,
    byok_usage: dollars,
    byok_usage_daily: dollars,
    byok_usage_monthly: dollars,
    byok_usage_weekly: dollars,
    creator_user_id: text,
    expires_at: z.iso.datetime({ offset: true }).nullish(),
    free_model_daily_requests: z.object({ limit: z.int(), remaining: z.int(), used: z.int() }),
    include_byok_in_limit: z.boolean(),
    is_free_tier: z.boolean(),
    is_management_key: z.boolean(),
    is_provisioning_key: z.boolean(),
    label: z.string(),
    limit: dollars.nullable(),
    limit_remaining: dollars.nullable(),
    limit_reset: text,
    organization_id: text,
    rate_limit: z.object({ interval: z.string(), note: z.string(), requests: z.int() }),
    usage: dollars,
    usage_daily: dollars,
    usage_monthly: dollars,
    usage_weekly: dollars,
    workspace_id: text,
  }),
});
const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), cost: z.number().nullish() });
const facts = { id: z.string(), model: z.string(), created: z.int(), service_tier: text.optional() };
const completion = z.object({ ...facts, system_fingerprint: text, usage: usage.optional() });
const chunk = z.object({
  ...facts,
  system_fingerprint: z.string().optional(),
  usage: usage.optional(),
  choices: z.array(z.object({ delta: z.object({ content: text.optional() }), finish_reason: text })),
});

useEngine();
const api = useApi();
let value: string;
beforeEach(async () => {
  ({ value } = await createKey({ caps: { daily: 2_500_000n, total: 9_000_000n } }));
});

const read = async (path: string) => {
  const headers = { authorization: `Bearer ${value}` };
  return (await fetch(`${api.origin()}/api/v1${path}`, { headers })).json();
};
const ask = (body: object) => postJson(`${api.origin()}/api/v1/chat/completions`, body, { bearer: value });

it('the strict client of OpenRouter reads the list of models', async () => {
  await createModel({ id: 'sandbox/undescribed', offers: [] });
  const { data, total_count: count } = modelList.parse(await read('/models'));
  expect(count).toBe(data.length);
  expect(data.find(({ id }) => id === AUTO_MODEL)?.pricing).toMatchObject({ prompt: '-1', completion: '-1' });
  expect(data.find(({ id }) => id === TEST_MODEL)?.pricing.prompt).toBe('0.000001');
});

it('the strict client of OpenRouter reads credits, and the cap of a key that is reached first', async () => {
  expect(credits.parse(await read('/credits')).data.total_credits).toBeGreaterThan(0);
  expect(key.parse(await read('/key')).data).toMatchObject({
    limit: 2.5,
    limit_remaining: 2.5,
    limit_reset: 'daily',
    usage: 0,
  });
});

it('the strict client of OpenRouter reads an answer, unstreamed and streamed with its usage', async () => {
  const body = { model: TEST_MODEL, messages: [{ role: 'user', content: '[[sandbox: text="Hi"]]' }] };
  completion.parse(await (await ask(body)).json());
  const streamed = await ask({ ...body, stream: true, stream_options: { include_usage: true } });
  const chunks = chunksOf(await streamed.text()).map((one) => chunk.parse(one));
  expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
});
