import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callAdapter } from '#tests/doubles/behaviours/call-adapter.ts';
import { startReplay } from '#tests/doubles/replay/start-replay.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { ACCOUNT, startTokenServer, type TokenServer } from '#tests/doubles/tokens/start-token-server.ts';
import { credentialsFor } from '../credentials.ts';
import { googleAdapter } from './index.ts';

let sandbox: Sandbox;
let tokens: TokenServer;
beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  tokens = await startTokenServer();
  return () => tokens.close();
});

const PROJECT = 'projects/sandbox-project/locations/global/publishers/google';

function ask(question: string, baseUrl = `${sandbox.url}/${PROJECT}`) {
  const credentials = credentialsFor('google-vertex', {
    GOOGLE_SERVICE_ACCOUNT: ACCOUNT,
    GOOGLE_TOKEN_URL: tokens.url,
    GOOGLE_VERTEX_BASE_URL: baseUrl,
    SANDBOX: false,
  });
  return callAdapter(googleAdapter, {
    model: 'gemini-3.8-flash-sandbox',
    question,
    credentials: credentials!,
  });
}

it('calls Vertex AI with one token of the service account for all calls', async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => ask('Hi [[sandbox: text="Hello" thinking="Hm"]]')));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ text: 'Hello', thinking: 'Hm', finish: 'stop', error: null });
  expect(tokens.given).toHaveLength(1);
});

it('distinguishes a refused account from an unavailable token server', async () => {
  tokens.answerWith({
    status: 400,
    body: '{"error":"invalid_grant","error_description":"account not found"}',
  });
  expect((await ask('Hi')).error).toMatchObject({ code: 'invalid_api_key', retryable: false });
  tokens.answerWith({ status: 503, body: '' });
  expect((await ask('Hi')).error).toMatchObject({ code: 'provider_unavailable', retryable: true });
});

it('gets a new token after one was refused, and does not repeat the refused one', async () => {
  const body = { error: { code: 401, message: 'Bad token ya29.token-1', status: 'UNAUTHENTICATED' } };
  const replay = await startReplay({
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  });
  const { error } = await ask('Hi', replay.url);
  expect(error).toMatchObject({ code: 'invalid_api_key', message: 'Bad token [key]' });
  await replay.close();
  expect(await ask('Hi [[sandbox: text="Hello"]]')).toMatchObject({ text: 'Hello', error: null });
  expect(tokens.given).toEqual(['ya29.token-1', 'ya29.token-2']);
});
