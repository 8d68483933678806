import type { LoaderFunctionArgs } from '@remix-run/node';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINT_FACTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { createUser } from '#app/core/accounts/user.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { findReplyModel } from '#app/core/catalogue/models.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { endpointsCall, modelsCall, tokenizerCall } from '#app/features/models/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';
import { signAccessToken } from '#app/http/session/access-token.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { jsonOf } from '#tests/fixtures/read-answer.ts';
import { emptyTables } from '#tests/setup/database.ts';

const route = {
  endpoints: apiRoute({ GET: endpointsCall }),
  models: apiRoute({ GET: modelsCall }),
  tokenizer: apiRoute({ POST: tokenizerCall }),
};
let token: string;

beforeAll(() => {
  Object.assign(process.env, { SANDBOX: 'true', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
});

beforeEach(async () => {
  await emptyTables();
  await seedCatalogue(AUTOCOMMIT);
  forgetSnapshot();
  token = await signIn();
});

async function signIn(): Promise<string> {
  const person = { email: 'ada@example.test', name: 'Ada', username: null, passwordHash: null };
  const userId = await transaction((tx) =>
    createUser(tx, { ...person, role: 'USER', locale: null, creditMicro: 0n }),
  );
  const origin = { userAgent: null, address: null };
  const sessionId = await startSession(AUTOCOMMIT, { userId, kind: 'api', ...origin });
  return signAccessToken({ userId, sessionId });
}

async function call(name: keyof typeof route, init: RequestInit & { bearer?: string } = {}) {
  const headers = new Headers(init.headers);
  if (init.bearer ?? token) headers.set('authorization', `Bearer ${init.bearer ?? token}`);
  const request = new Request(`http://127.0.0.1/api/${name}`, { ...init, headers });
  const context = { requestId: 'test', clientAddress: '127.0.0.1', closed: new AbortController().signal };
  const args = { request, params: {}, context } as unknown as LoaderFunctionArgs;
  const answer = await (request.method === 'GET' ? route[name].loader : route[name].action)(args);
  return { status: answer.status, body: await jsonOf(answer) };
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const SERVED = ['openAI', 'azureOpenAI', 'bingAI', 'chatGPTBrowser', 'google', 'anthropic'];

describe('GET /api/endpoints and /api/models', () => {
  it('list the models on offer: the sandbox, and no model of a maker in whose name it would answer', async () => {
    expect(await call('endpoints')).toEqual({
      status: 200,
      body: {
        openAI: { userProvide: false },
        azureOpenAI: { userProvide: false },
        bingAI: { userProvide: false },
        chatGPTBrowser: { userProvide: false },
        google: { userProvide: false },
        anthropic: { userProvide: false },
      },
    });
    expect(await call('models')).toEqual({
      status: 200,
      body: {
        openAI: ['sandbox/small', 'sandbox/large', 'sandbox/thinking', 'sandbox/twin'],
        azureOpenAI: ['sandbox/azure'],
        bingAI: ['sandbox/bing'],
        chatGPTBrowser: ['sandbox/text-davinci-002-render-sha'],
        google: ['sandbox/generate', 'sandbox/generate-thinking', 'sandbox/chat-bison'],
        anthropic: ['sandbox/messages', 'sandbox/complete', 'sandbox/messages-thinking'],
      },
    });
  });

  it('have a model for the default of every served endpoint, retired ones included', async () => {
    const served = Object.entries(ENDPOINT_FACTS);
    expect(served.map(([name]) => name)).toEqual(SERVED);
    for (const [name, { defaultModel }] of served) {
      const model = await findReplyModel(AUTOCOMMIT, defaultModel, name as Endpoint);
      expect(model).toMatchObject({ endpoint: name, standsInFor: { id: defaultModel } });
    }
  });

  it('omit models that a send would refuse: an endpoint that is not served, and a model without a price', async () => {
    await createModel({ id: 'sandbox/plugins', endpoint: 'gptPlugins' });
    const unpriced = await createModel({ id: 'sandbox/unpriced' });
    await change(
      AUTOCOMMIT,
      'DELETE FROM offer_prices WHERE offer_id IN (SELECT id FROM offers WHERE model_id = ?)',
      [unpriced],
    );
    forgetSnapshot();
    expect(Object.keys((await call('endpoints')).body as object)).toEqual(SERVED);
    const models = (await call('models')).body as Record<string, string[]>;
    expect(Object.keys(models)).toEqual(SERVED);
    expect(Object.values(models).flat()).not.toContain(unpriced);
  });

  it('omit an endpoint without models', async () => {
    await change(AUTOCOMMIT, 'UPDATE models SET enabled = 0');
    forgetSnapshot();
    expect((await call('endpoints')).body).toEqual({});
    expect((await call('models')).body).toEqual({});
  });
});

describe('POST /api/tokenizer', () => {
  it.each([
    ['Hello world', 2],
    ['', 0],
    ['こんにちは', 1],
    ['<|endoftext|>', 7],
  ])('counts %j', async (arg, count) => {
    expect(await call('tokenizer', post({ arg }))).toEqual({ status: 200, body: { count } });
  });

  it.each([
    [{}, 'arg'],
    [{ arg: 5 }, 'arg'],
    [{ arg: null }, 'arg'],
    [['x'], null],
  ])('refuses %j and names the field', async (body, param) => {
    expect(await call('tokenizer', post(body))).toMatchObject({ status: 400, body: { error: { param } } });
  });
});

describe('every call', () => {
  it('requires a signed-in user', async () => {
    for (const name of ['endpoints', 'models'] as const) {
      expect((await call(name, { bearer: 'nonsense' })).status).toBe(401);
    }
    expect((await call('tokenizer', { ...post({ arg: 'x' }), bearer: 'nonsense' })).status).toBe(401);
  });
});
