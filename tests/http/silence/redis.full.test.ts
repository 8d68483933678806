import { expect, it } from 'vitest';
import { PASSWORD } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useMutedRedis } from './stage.ts';

const stage = useMutedRedis();

/** No user waits for a page for longer. */
const WAIT_MS = 90_000;

it('accepts a message of a form', async () => {
  const browser = new PlainBrowser(stage.origin());
  stage.proxy().speak();
  await browser.submit('/login', { email: stage.email(), password: PASSWORD }, '/login');
  stage.proxy().mute();
  const form = new URLSearchParams({
    intent: 'send',
    text: '[[sandbox: text="Here I am"]]',
    model: TEST_MODEL,
  });
  const sent = await browser.send('/chat/new', { method: 'POST', body: form });
  expect([sent.status, sent.location]).toEqual([302, expect.stringMatching(/^\/chat\/[0-9a-f-]{36}/)]);
  const page = await browser.get(sent.location ?? '');
  expect(page.status).toBe(200);
  stage.proxy().speak();
  await expect.poll(async () => (await browser.get(sent.location ?? '')).body).toContain('Here I am</p>');
});

it('refuses sign-in attempts, which it could not count, and accepts them when Redis answers', async () => {
  const refused = await stage.login();
  expect(refused.status).toBe(503);
  expect(refused.json()).toMatchObject({ error: { code: 'unavailable' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  stage.proxy().speak();
  await expect.poll(async () => (await stage.login()).status).toBe(200);
});

it('reports the part that is away', async () => {
  const ready = await fetch(`${stage.origin()}/readyz`, { signal: AbortSignal.timeout(WAIT_MS) });
  expect(ready.status).toBe(503);
  stage.proxy().speak();
  const state = async () => (await fetch(`${stage.origin()}/readyz`)).status;
  await expect.poll(state).toBe(200);
});
