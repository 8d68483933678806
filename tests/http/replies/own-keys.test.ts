import { beforeEach, describe, expect, it } from 'vitest';
import { knownHealth, clearHealthCache } from '#app/core/routing/health/known-health.ts';
import { healthReported } from '#app/core/routing/health/breaker.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { ACCOUNT } from '#tests/doubles/tokens/start-token-server.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { finalOf, hearFinal, readEvents } from '#tests/fixtures/chat-answer.ts';
import { jsonPost, postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

// Users enter their keys for Anthropic and Google; for OpenAI and Azure the operator has some, too.
const engine = useEngine(() => ({ ANTHROPIC_API_KEY: 'user_provided', GOOGLE_API_KEY: 'user_provided' }));
const web = useWeb();

const CLAUDE = 'sandbox/claude';
const GEMINI = 'sandbox/gemini';
const TEXT = 'Rivers [[sandbox: text="They flow."]]';
const AZURE = {
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'sandbox-small',
  azureOpenAIApiVersion: '2024-10-21',
  azureOpenAIApiKey: 'azure-key-of-mine',
};

beforeEach(async () => {
  await createModel({
    id: CLAUDE,
    endpoint: 'anthropic',
    upstreamModel: 'sandbox-haiku-4-5',
    offers: [{ provider: 'sandbox-messages' }],
  });
  await createModel({
    id: GEMINI,
    endpoint: 'google',
    upstreamModel: 'gemini-2.5-flash-sandbox',
    offers: [{ provider: 'sandbox-generate' }],
  });
  await createModel({
    id: 'sandbox/azure',
    endpoint: 'azureOpenAI',
    offers: [{ provider: 'sandbox-azure' }],
  });
});

async function newPerson(creditMicro = 0n) {
  const { userId } = await createAccount({ creditMicro });
  const call = web.as(userId);
  const put = (body: object) => call('/api/keys', jsonPost(body, { method: 'PUT' }));
  const ask = (endpoint: string, model: string, more: object = {}) =>
    call(`/api/ask/${endpoint}`, jsonPost({ text: TEXT, model, ...more }));
  return { userId, call, put, ask };
}

/** The charges of a user's replies, and their reasons. */
const runsOf = (userId: string) =>
  selectRows<Record<string, unknown>>(
    AUTOCOMMIT,
    `SELECT provider, state, error_code, own_key, account_id, held_micro, charged_micro, cost_micro, charge_reason
     FROM generations WHERE user_id = ? AND target = 'message' ORDER BY id`,
    [userId],
  );

const titlesOf = (userId: string) =>
  selectRows<Record<string, unknown>>(
    AUTOCOMMIT,
    `SELECT provider, own_key, state, cost_micro FROM generations
     WHERE user_id = ? AND target = 'title' ORDER BY id`,
    [userId],
  );

const ON_OWN_KEY = {
  state: 'done',
  own_key: 1,
  account_id: null,
  held_micro: '0',
  charged_micro: '0',
  cost_micro: '0',
  charge_reason: 'own_key',
};

/** The shared health of the offers. */
async function healthNow() {
  await healthReported();
  clearHealthCache();
  return [...(await knownHealth())];
}

describe('a message with a user’s own key', () => {
  it('is refused without a key if the operator has none, and every answer says so', async () => {
    const { call, ask, put, userId } = await newPerson(10_000_000n);
    const config = (await (await call('/api/endpoints')).json()) as Record<string, unknown>;
    expect(config).toMatchObject({
      openAI: { userProvide: false },
      anthropic: { userProvide: true },
      google: { userProvide: true },
    });
    const refused = await ask('anthropic', CLAUDE);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: 'no_user_key', param: 'endpoint' } });
    expect(await runsOf(userId)).toEqual([]);
    await put({ name: 'anthropic', value: 'sk-ant-mine' });
    await hearFinal(await ask('anthropic', CLAUDE));
    expect(await runsOf(userId)).toMatchObject([{ provider: 'sandbox-messages', ...ON_OWN_KEY }]);
  });

  it('stays truncated, because no other key pays for a continuation', async () => {
    const { userId, ask, put } = await newPerson();
    await put({ name: 'anthropic', value: 'sk-ant-mine' });
    const text = 'Rivers [[sandbox: text="one two three four" fault=cut after=2]]';
    await readEvents(await ask('anthropic', CLAUDE, { text }));
    const [run] = await runsOf(userId);
    expect(run).toMatchObject({ own_key: 1, charged_micro: '0', error_code: 'provider_cut' });
    const asked = engine.sandbox().requests();
    expect(asked.filter(({ body }) => JSON.stringify(body).includes('one two three four'))).toHaveLength(1);
  });

  it.each([
    ['openAI', TEST_MODEL, 'sk-mine', 'sandbox'],
    ['azureOpenAI', 'sandbox/azure', JSON.stringify(AZURE), 'sandbox-azure'],
    ['google', GEMINI, JSON.stringify(ACCOUNT), 'sandbox-generate'],
  ])(
    'of %s is free at balance 0, and quote, reply and receipt say so',
    async (name, model, value, provider) => {
      const { userId, call, put, ask } = await newPerson();
      expect((await put({ name, value })).status).toBe(200);
      const body = { conversationId: null, parentMessageId: null, text: TEXT, model };
      const quote = await (await call('/api/quote', jsonPost(body))).json();
      expect(quote).toMatchObject({ ownKey: true, inputMicro: '0', mostMicro: '0' });
      const { responseMessage } = await hearFinal(await ask(name, model));
      expect(responseMessage).toMatchObject({ text: 'They flow.', costMicro: '0', error: false });
      expect(await runsOf(userId)).toMatchObject([{ provider, ...ON_OWN_KEY }]);
      const { generationId, conversationId } = responseMessage as unknown as Record<string, string>;
      expect(await (await call(`/usage/receipts/${generationId}`)).text()).toContain('used your own key');
      expect(await (await call(`/chat/${conversationId}`)).text()).toContain('your key');
      const { activity } = (await (await call('/api/hub/activity')).json()) as { activity: object[] };
      expect(activity).toMatchObject([{ ownKey: true, cost: '0' }]);
      // Its title is requested with the same key.
      await expect
        .poll(() => titlesOf(userId))
        .toEqual([{ provider, own_key: 1, state: 'done', cost_micro: '0' }]);
    },
  );

  it('uses the operator’s again once it is revoked, and costs credit', async () => {
    const { userId, call, put, ask } = await newPerson(10_000_000n);
    await put({ name: 'openAI', value: 'sk-mine' });
    await hearFinal(await ask('openAI', TEST_MODEL));
    await call('/api/keys/openAI', { method: 'DELETE' });
    await hearFinal(await ask('openAI', TEST_MODEL));
    const [own, operators] = await runsOf(userId);
    expect(own).toMatchObject(ON_OWN_KEY);
    expect(operators).toMatchObject({ own_key: 0, charge_reason: 'output' });
    expect(BigInt(operators!['charged_micro'] as string)).toBeGreaterThan(0n);
    // So does its title, which would change the provider's health in the middle of the next test.
    await expect
      .poll(async () => (await titlesOf(userId)).at(-1))
      .toMatchObject({ own_key: 0, state: 'done' });
  });

  it.each([
    ['sk-sandbox-refused-Zq81', 'invalid_api_key', 'The provider rejected the API key.'],
    ['sk-sandbox-exhausted-Zq81', 'insufficient_quota', 'Your key has reached its limit with the provider.'],
  ])(
    'with a bad key (%s) fails alone: no breaker opens, no other user is affected or refused',
    async (value, code, words) => {
      const [bad, other] = [await newPerson(), await newPerson(10_000_000n)];
      const before = await healthNow();
      await bad.put({ name: 'openAI', value });
      for (let turn = 0; turn < 4; turn += 1) {
        const events = await readEvents(await bad.ask('openAI', TEST_MODEL));
        expect(events.at(-1)).toMatchObject({ event: 'error', data: { code } });
        expect(JSON.stringify(events)).not.toContain('Zq81');
      }
      const runs = await runsOf(bad.userId);
      expect(runs).toHaveLength(4);
      for (const run of runs)
        expect(run).toMatchObject({ error_code: code, charged_micro: '0', own_key: 1, provider: 'sandbox' });
      expect(await healthNow()).toEqual(before);
      await hearFinal(await other.ask('openAI', TEST_MODEL));
      expect(await healthNow()).not.toEqual(before);
      const { responseMessage } = finalOf(await readEvents(await bad.ask('openAI', TEST_MODEL)));
      expect(responseMessage).toMatchObject({ error: true, errorCode: code });
      const { conversationId } = responseMessage as unknown as Record<string, string>;
      const page = await (await bad.call(`/chat/${conversationId}`)).text();
      expect(page).toContain(words);
      expect(page).toContain('href="/settings/provider-keys/openAI');
    },
  );

  it('serves its owner only, and never the public API', async () => {
    const { put } = await newPerson();
    const other = await newPerson(10_000_000n);
    await put({ name: 'anthropic', value: 'sk-ant-mine' });
    expect((await other.ask('anthropic', CLAUDE)).status).toBe(400);
    const { value: bearer, userId } = await createKey({ creditMicro: 10_000_000n });
    await web.as(userId)('/api/keys', jsonPost({ name: 'anthropic', value: 'k' }, { method: 'PUT' }));
    const body = { model: CLAUDE, messages: [{ role: 'user', content: 'Hi' }] };
    const refused = await postJson(`${web.origin()}/api/v1/chat/completions`, body, { bearer });
    expect(refused.status).toBe(404);
    const { data } = (await (await fetch(`${web.origin()}/api/v1/models`)).json()) as {
      data: { id: string }[];
    };
    expect(data.map(({ id }) => id)).not.toContain(CLAUDE);
    expect(engine.sandbox().requests()).toEqual([]);
  });
});
