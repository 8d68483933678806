import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startSandbox, type Sandbox } from '#tests/doubles/sandbox/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { startWebAndWorker, type WebAndWorker } from '#tests/setup/web-and-worker.ts';
import { startMuteProxy, type MuteProxy } from './mute-proxy.ts';

/** Nobody looks at a page for longer. */
const WAIT_MS = 90_000;

let proxy: MuteProxy;
let sandbox: Sandbox;
let processes: WebAndWorker;
let token: string;
let email: string;

beforeAll(async () => {
  const url = new URL(process.env.REDIS_URL ?? '');
  proxy = await startMuteProxy(Number(url.port));
  url.port = String(proxy.port);
  sandbox = await startSandbox({ pace: 0 });
  await createModel();
  processes = await startWebAndWorker({
    REDIS_URL: url.href,
    OPENAI_BASE_URL: sandbox.url,
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
  });
});
afterAll(async () => {
  await processes.close();
  await Promise.all([proxy.close(), sandbox.close()]);
});

const login = () =>
  new PlainBrowser(processes.origin).postJson('/api/auth/login', { email, password: PASSWORD });

beforeEach(async () => {
  ({ email } = await createAccountWithPassword({ creditMicro: 1_000_000n }));
  ({ token } = (await login()).json<{ token: string }>());
  proxy.mute();
});
afterEach(() => proxy.speak());

const post = (path: string, bearer: string, body: object) =>
  postJson(processes.origin + path, body, { bearer });

const waiting = () => selectRows(AUTOCOMMIT, "SELECT id FROM generations WHERE state = 'queued'");

it('takes a message of the chat on, and answers it when Redis does', async () => {
  const body = { text: '[[sandbox: text="Here I am"]]', model: TEST_MODEL, conversationId: null };
  const answer = await post('/api/ask/openAI', token, body);
  const events = readSse(answer);
  const { value: first } = await events.next();
  expect(first).toMatchObject({ data: { created: true } });
  expect(await waiting()).toHaveLength(1);
  proxy.speak();
  let last = first;
  for await (const event of events) last = event;
  expect(last).toMatchObject({ data: { final: true, responseMessage: { text: 'Here I am' } } });
});

it('takes a message of a form on', async () => {
  const browser = new PlainBrowser(processes.origin);
  proxy.speak();
  await browser.submit('/login', { email, password: PASSWORD }, '/login');
  proxy.mute();
  const form = new URLSearchParams({
    intent: 'send',
    text: '[[sandbox: text="Here I am"]]',
    model: TEST_MODEL,
  });
  const sent = await browser.send('/chat/new', { method: 'POST', body: form });
  expect([sent.status, sent.location]).toEqual([302, expect.stringMatching(/^\/chat\/[0-9a-f-]{36}/)]);
  const page = await browser.get(sent.location ?? '');
  expect(page.status).toBe(200);
  proxy.speak();
  await expect.poll(async () => (await browser.get(sent.location ?? '')).body).toContain('Here I am</p>');
});

it('takes a call of the public API on, and answers it when Redis does', async () => {
  const { value } = await createKey();
  const messages = [{ role: 'user', content: '[[sandbox: text="Here I am"]]' }];
  const call = post('/api/v1/chat/completions', value, { model: TEST_MODEL, messages });
  await expect.poll(waiting).toHaveLength(1);
  proxy.speak();
  const answer = await call;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Here I am' } }] });
});

it('refuses tries to sign in, which it could not count, and takes them when Redis answers', async () => {
  const refused = await login();
  expect(refused.status).toBe(503);
  expect(refused.json()).toMatchObject({ error: { code: 'unavailable' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  proxy.speak();
  await expect.poll(async () => (await login()).status).toBe(200);
});

it('says which of its parts is away', async () => {
  const ready = await fetch(`${processes.origin}/readyz`, { signal: AbortSignal.timeout(WAIT_MS) });
  expect(ready.status).toBe(503);
  proxy.speak();
  const state = async () => (await fetch(`${processes.origin}/readyz`)).status;
  await expect.poll(state).toBe(200);
});
