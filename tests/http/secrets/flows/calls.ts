import { expect } from 'vitest';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { ECHOES } from '../echo-provider.ts';
import type { Person, Scene } from './person.ts';

type Post = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;

/** Posts with a hub key, or with an access token. */
export function posting(origin: string, bearer: string): Post {
  return (path, body, headers = {}) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
}

/** Text for the provider and its requested answer, both of them secret. */
function secretTalk({ canaries }: Scene, name: string, directive = 'pace=0') {
  const answer = canaries.plant(`answer of ${name}`, (core) => `They said ${core} to me`);
  return {
    answer,
    content: `${canaries.plant(`prompt of ${name}`)} [[sandbox: ${directive} text="${answer}"]]`,
  };
}

const asking = (content: string, more: object = {}) => ({
  model: TEST_MODEL,
  messages: [{ role: 'user', content }],
  ...more,
});

const COMPLETIONS = '/api/v1/chat/completions';

/** Answered calls of the public API, and all requests about them. */
export async function makeCalls(scene: Scene, key: string): Promise<void> {
  const { origin, canaries } = scene;
  const post = posting(origin, key);
  const whole = secretTalk(scene, 'a whole call');
  const answer = await post(COMPLETIONS, asking(whole.content));
  expect(await answer.text()).toContain(whole.answer);
  const id = answer.headers.get('x-generation-id') ?? '';
  const headers = { authorization: `Bearer ${key}` };
  for (const path of [`/api/v1/generation?id=${id}`, '/api/v1/key', '/api/v1/credits'])
    expect((await fetch(origin + path, { headers })).status).toBe(200);

  const streamed = secretTalk(scene, 'a streamed call');
  const stream = await post(COMPLETIONS, asking(streamed.content, { stream: true }));
  expect(await stream.text()).toContain('[DONE]');

  const named = { 'idempotency-key': canaries.plant('idempotency key', (core) => `order-${core}`) };
  const kept = secretTalk(scene, 'a call with a name');
  for (let time = 0; time < 2; time += 1)
    expect(await (await post(COMPLETIONS, asking(kept.content), named)).text()).toContain(kept.answer);
  expect((await post(COMPLETIONS, asking('other'), named)).status).toBe(409);

  const long = secretTalk(scene, 'a long call');
  const padding = 'word '.repeat(20_000);
  expect((await post(COMPLETIONS, asking(`${padding} ${long.content}`))).status).toBe(200);
  const quoted = canaries.plant('quoted prompt');
  expect((await post('/api/v1/quote', asking(quoted))).status).toBe(200);
}

/** Failed calls: refused by us, refused by a provider that repeats its input, too large. */
export async function makeFailingCalls(scene: Scene, key: string): Promise<void> {
  const { origin, canaries } = scene;
  const post = posting(origin, key);
  for (const echo of ECHOES)
    for (const stream of [false, true]) {
      const prompt = canaries.plant(`prompt for ${echo}${stream ? ', streamed' : ''}`);
      const call = await post(COMPLETIONS, asking(prompt, { model: `sandbox/${echo}`, stream }));
      await call.text();
      const id = call.headers.get('x-generation-id');
      if (id !== null)
        await fetch(`${origin}/api/v1/generation?id=${id}`, { headers: { authorization: `Bearer ${key}` } });
    }
  const broken = canaries.plant('prompt in broken JSON');
  expect((await post(COMPLETIONS, `{"model": "${TEST_MODEL}", "messages": ["${broken}" ${key}`)).status).toBe(
    400,
  );
  const misplaced = canaries.plant('prompt in a wrong field');
  const odd = { model: TEST_MODEL, messages: misplaced, temperature: misplaced, [misplaced]: 1 };
  expect((await post(COMPLETIONS, odd)).status).toBe(400);
  const large = canaries.plant('prompt of a call that is too large');
  const tooLarge = asking(large + 'x'.repeat(21 * 1024 * 1024));
  expect((await post(COMPLETIONS, tooLarge)).status).toBe(413);
  const password = canaries.plant('password in broken JSON');
  expect((await post('/api/auth/login', `{"email":"a@b.example","password":"${password}" "`)).status).toBe(
    400,
  );
  const endless = JSON.stringify({ password: canaries.plant('endless password') + 'x'.repeat(1100 * 1024) });
  expect((await post('/api/auth/login', endless)).status).toBe(413);
}

/** Messages in the chat, answered and failed, and a draft. */
export async function chat({ origin, canaries }: Scene, { token }: Person): Promise<void> {
  const post = posting(origin, token);
  const answer = canaries.plant('answer in the chat', (core) => `They said ${core} to me`);
  const text = `${canaries.plant('message in the chat')} [[sandbox: pace=0 text="${answer}"]]`;
  const sent = await post('/api/ask/openAI', { text, model: TEST_MODEL, conversationId: null });
  expect(await sent.text()).toContain('"final":true');
  for (const echo of ECHOES) {
    const failing = {
      text: canaries.plant(`message for ${echo}`),
      model: `sandbox/${echo}`,
      conversationId: null,
    };
    await (await post('/api/ask/openAI', failing)).text();
  }
  const draft = JSON.stringify({ text: canaries.plant('draft') });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  expect((await fetch(`${origin}/api/drafts/new`, { method: 'PUT', headers, body: draft })).ok).toBe(true);
}

/** Reads the usage screens and their calls for all generations, page by page. */
export async function readUsagePages({ origin }: Scene, { browser, token }: Person): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const answer = await fetch(`${origin}/api/hub/activity?page=${page}`, { headers });
    const listed = (await answer.json()) as { pages: number; activity: { _id: string; model: string }[] };
    const { body } = await browser.get(`/usage?tab=activity&page=${page}`);
    for (const { model } of listed.activity) expect(body).toContain(model);
    for (const { _id: id } of listed.activity)
      expect(await browser.get(`/usage/receipts/${id}`)).toMatchObject({ status: 200 });
    pages = listed.pages;
  }
  expect(pages).toBeGreaterThan(1);
  for (const path of ['/usage', '/usage/export.csv', '/usage/export.json', '/balance'])
    expect(await browser.get(path)).toMatchObject({ status: 200 });
}

/**
 * A call whose worker dies in the middle of the answer.
 * @param kill ends the worker, and starts another one
 */
export async function loseWorker(scene: Scene, key: string, kill: () => Promise<void>): Promise<void> {
  const talk = secretTalk(scene, 'a call that lost its worker', 'pace=300 chunk=1');
  const call = await posting(scene.origin, key)(COMPLETIONS, asking(talk.content, { stream: true }));
  // The headers of the answer come with its first token.
  await kill();
  expect(await call.text()).toContain('"error"');
}
