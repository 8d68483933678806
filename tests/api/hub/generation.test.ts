import { describe, expect, it } from 'vitest';
import { revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { addKey, createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();
const api = useApi();

interface Receipt {
  state: string;
  model: string;
  usage: Record<string, number>;
  price: { tariff: { when?: { prompt_tokens_above: number }; rates: Record<string, string> }[] };
  cost: {
    lines: { class: string; count: number; rate: string; pico: string }[];
    pico: string;
    micro: number;
  };
  routing: { candidates: { model: string; chosen: boolean }[]; dropped: { reason: string }[] };
  cost_micro: number;
  charged_micro: number;
}

async function ask(key: string, id: string) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${api.origin()}/api/v1/generation?id=${id}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Receipt };
}

const says = (content: unknown) => [{ role: 'user', content }];

/** `0.0000025` as whole 10^-12 dollars. */
function pico(dollars = ''): bigint {
  const [whole = '', fraction = ''] = dollars.split('.');
  return BigInt(whole + fraction.padEnd(12, '0'));
}

/** The cost of a call calculated by hand from its receipt alone. */
function byHand({ usage, price }: Receipt): bigint {
  const rates: Record<string, string> = {};
  for (const { when, rates: more } of price.tariff)
    if (!when || usage['prompt_tokens']! > when.prompt_tokens_above) Object.assign(rates, more);
  const { cached_tokens: read = 0, cache_write_tokens: written = 0, cache_write_1h_tokens: long = 0 } = usage;
  const rest = usage['prompt_tokens']! - read - written - long;
  return (
    BigInt(rest) * pico(rates['prompt']) +
    BigInt(read) * pico(rates['input_cache_read'] ?? '0') +
    BigInt(written) * pico(rates['input_cache_write'] ?? '0') +
    BigInt(long) * pico(rates['input_cache_write_1h'] ?? '0') +
    BigInt(usage['completion_tokens']!) * pico(rates['completion'])
  );
}

const halfUp = (total: bigint) => Number((total + 500_000n) / 1_000_000n);

describe('GET /api/v1/generation', () => {
  it('names the provider and allows to calculate the charge by hand', async () => {
    await createModel({ id: 'sandbox/broken', upstreamModel: 'sandbox-500' });
    const rules = [
      { rates: { input: 1_234_567n, cachedInput: 123_457n, output: 4_000_001n } },
      { when: { promptTokensAbove: 5 }, rates: { output: 5_000_003n } },
    ];
    await createModel({ id: 'sandbox/odd', offers: [{ provider: 'sandbox', price: { rules } }] });
    const owner = await createKey();
    const { generationId: id } = await callToEnd(owner, {
      model: 'sandbox/broken',
      models: ['sandbox/odd'],
      messages: says('[[sandbox: length=41 cached=3]]'),
      stream: true,
    });
    const { status, body } = await ask(owner.value, id);
    expect(status).toBe(200);
    expect(await ask(owner.value, `chatcmpl-${id}`), 'the id that a client has').toEqual({ status, body });
    expect(body).toMatchObject({
      object: 'generation',
      id,
      kind: 'api',
      request_id: 'request-of-the-test',
      state: 'done',
      model_asked: 'sandbox/broken',
      model: 'sandbox/odd',
      provider: 'sandbox',
      api_key: { id: owner.key.id, name: 'test', value: `${owner.value.slice(0, 11)}…` },
      streamed: true,
      repeatable_until: null,
      finish_reason: 'stop',
      error: null,
      usage: { cached_tokens: 3, completion_tokens: 41 },
      usage_source: 'provider',
      price: { source: 'test', confidence: 'A', valid_until: null },
      cap_lowered: false,
      waived_micro: 0,
      parameters_left_out: [],
      attempts: [
        { model: 'sandbox/broken', answered: false, error_code: 'provider_unavailable', status: 500 },
        { model: 'sandbox/odd', answered: true, error_code: null },
      ],
    });
    const total = byHand(body);
    expect(body.cost.lines.map((line) => line.class)).toEqual(['prompt', 'input_cache_read', 'completion']);
    for (const line of body.cost.lines) expect(BigInt(line.count) * pico(line.rate)).toBe(BigInt(line.pico));
    expect(body.cost.lines.reduce((sum, line) => sum + BigInt(line.pico), 0n)).toBe(total);
    expect(body.cost).toMatchObject({ pico: total.toString(), micro: halfUp(total) });
    expect(body.charged_micro).toBe(halfUp(total));
    const { balanceMicro } = await readBalance(AUTOCOMMIT, owner.userId);
    expect(1_000_000n - balanceMicro, 'what was taken').toBe(BigInt(body.charged_micro));
  });

  it('lists the routing order, skipped offers with reasons, and the answering one', async () => {
    const dear = { rules: [{ rates: { input: 9_000_000n, output: 9_000_000n } }] };
    await createModel({ id: 'sandbox/narrow', contextTokens: 16 });
    await createModel({ id: 'sandbox/plain', capabilities: ['streaming'] });
    await createModel({ id: 'sandbox/secret' });
    await createModel({
      id: 'sandbox/two',
      parameters: { seed: false },
      offers: [{ provider: 'sandbox-b', price: dear }, { provider: 'sandbox' }, { provider: 'groq' }],
    });
    const models = ['sandbox/secret', 'sandbox/narrow', 'sandbox/plain', 'sandbox/two', TEST_MODEL];
    const owner = await createKey({ models: models.slice(1) });
    const call = {
      models,
      messages: says(`${'many words '.repeat(20)}[[sandbox: length=3]]`),
      tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
      tool_choice: 'none',
      seed: 7,
    };
    const wishes = { sort: 'price', max_price: { prompt: 5 }, ignore: ['sandbox-messages'] };
    const { body } = await ask(
      owner.value,
      (await callToEnd(owner, { ...call, provider: wishes })).generationId,
    );
    expect(body.routing).toEqual({
      models_asked: models,
      candidates: [
        expect.objectContaining({
          model: 'sandbox/two',
          provider: 'sandbox',
          unhealthy: false,
          parameters_left_out: ['seed'],
          chosen: true,
        }) as unknown,
        expect.objectContaining({ model: TEST_MODEL, parameters_left_out: [], chosen: false }) as unknown,
      ],
      dropped: [
        { model: 'sandbox/two', provider: 'groq', reason: 'no_key', detail: null },
        { model: 'sandbox/narrow', provider: 'sandbox', reason: 'context_too_small', detail: null },
        { model: 'sandbox/plain', provider: 'sandbox', reason: 'capability', detail: 'tools' },
        { model: 'sandbox/two', provider: 'sandbox-b', reason: 'max_price', detail: null },
        { model: 'sandbox/secret', provider: null, reason: 'key_models', detail: null },
      ],
      dropped_more: 0,
    });
    const strict = { only: ['sandbox'], require_parameters: true };
    const other = await ask(
      owner.value,
      (await callToEnd(owner, { ...call, provider: strict })).generationId,
    );
    expect(other.body.model).toBe(TEST_MODEL);
    expect(other.body.routing.dropped).toEqual(
      expect.arrayContaining([
        { model: 'sandbox/two', provider: 'sandbox-b', reason: 'not_in_only', detail: null },
        { model: 'sandbox/two', provider: 'sandbox', reason: 'parameter_unsupported', detail: 'seed' },
      ]),
    );
  });

  it('shows also the classes of tokens that few makers have', async () => {
    const rates = {
      input: 1_000_000n,
      cacheWrite: 1_250_000n,
      cacheWriteLong: 2_000_000n,
      output: 4_000_000n,
    };
    const offers = [{ provider: 'sandbox-messages', price: { rules: [{ rates }] } }];
    await createModel({ id: 'sandbox/caching', offers });
    const owner = await createKey();
    const marked = (text: string, control: object) => ({
      type: 'text',
      text,
      cache_control: { type: 'ephemeral', ...control },
    });
    const content = [
      marked(`A text that stays for an hour ${newId()}`, { ttl: '1h' }),
      marked(`A text that stays for minutes ${newId()}`, {}),
      { type: 'text', text: '[[sandbox: length=5]]' },
    ];
    const { generationId: id } = await callToEnd(owner, {
      model: 'sandbox/caching',
      messages: says(content),
    });
    const { body } = await ask(owner.value, id);
    expect(body).toMatchObject({ state: 'done', streamed: false });
    expect(body.usage['cache_write_1h_tokens']).toBeGreaterThan(5);
    expect(body.usage['cache_write_tokens']).toBeGreaterThan(5);
    expect(body.cost.lines.map((line) => line.class)).toEqual([
      'prompt',
      'input_cache_write',
      'input_cache_write_1h',
      'completion',
    ]);
    expect(body.cost.pico).toBe(byHand(body).toString());
    expect(body.cost_micro).toBe(halfUp(byHand(body)));
  });

  it('shows a call without an answer, which is free, also when its key is gone', async () => {
    await createModel({ id: 'sandbox/broken', upstreamModel: 'sandbox-500' });
    const owner = await createKey();
    const { generationId: id } = await callToEnd(owner, { model: 'sandbox/broken', messages: says('Hi') });
    await revokeApiKey({ userId: owner.userId, keyId: owner.key.id });
    const another = await addKey(owner.userId);
    expect((await ask(another.value, id)).body).toMatchObject({
      state: 'failed',
      error: { code: 'provider_unavailable' },
      api_key: { id: owner.key.id, name: 'test' },
      first_token_at: null,
      latency_ms: null,
      usage: null,
      cost: null,
      charged_micro: 0,
    });
  });

  it('shows the replies in the chat of the same user', async () => {
    const { userId, value } = await createKey();
    const { generationId } = await admitMessage(chatSend(userId, '[[sandbox: length=5]]'));
    await expect.poll(async () => (await ask(value, generationId)).body.state).toBe('done');
    const { body } = await ask(value, generationId);
    expect(body).toMatchObject({ kind: 'chat', model: TEST_MODEL, api_key: null });
    expect(body.routing).toMatchObject({ candidates: [{ model: TEST_MODEL, chosen: true }], dropped: [] });
    expect(body.charged_micro).toBe(halfUp(byHand(body)));
  });

  it('hides calls of other users, and names a missing field', async () => {
    const owner = await createKey();
    const stranger = await createKey();
    const { generationId: id } = await callToEnd(owner, {
      model: TEST_MODEL,
      messages: says('[[sandbox: length=2]]'),
    });
    for (const name of [id, `chatcmpl-${id}`])
      expect(await ask(stranger.value, name)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    expect((await ask(owner.value, newId())).status).toBe(404);
    expect((await ask(owner.value, 'nonsense')).status).toBe(404);
    expect((await ask('sk-wrong', id)).status).toBe(401);
    const headers = { authorization: `Bearer ${owner.value}` };
    const nameless = await fetch(`${api.origin()}/api/v1/generation`, { headers });
    expect(nameless.status).toBe(400);
    expect(await nameless.json()).toMatchObject({ error: { code: 'invalid_request', param: 'id' } });
  });
});
