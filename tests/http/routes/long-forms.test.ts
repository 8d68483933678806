import { expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();

/** Longer than the longest message in a text box. */
const LONG = 'x'.repeat(2 * 1024 * 1024);

it.each([
  ['/chat/new', { intent: 'send', text: LONG }],
  ['/settings/preferences', { language: LONG }],
  ['/settings/account', { intent: 'password', current: LONG }],
  ['/keys', { intent: 'create', name: LONG }],
])('a form to %s that is too long is refused and nothing of it comes back', async (path, fields) => {
  const { userId } = await createAccount();
  const answer = await web.as(userId)(path, { method: 'POST', body: new URLSearchParams(fields) });
  expect(answer.status).toBe(413);
  expect(await answer.text()).not.toContain('xxxx');
});

it('the chat says what was wrong with a message that is too long', async () => {
  const { userId } = await createAccount();
  const body = new URLSearchParams({ intent: 'send', text: LONG });
  const answer = await web.as(userId)('/chat/new', { method: 'POST', body });
  expect(await answer.text()).toContain('This is too long');
});

it('also of somebody who is not signed in', async () => {
  const headers = { origin: web.origin() };
  const body = new URLSearchParams({ email: 'ada@example.test', password: LONG });
  for (const path of ['/login', '/settings/preferences']) {
    const answer = await fetch(web.origin() + path, { method: 'POST', headers, body, redirect: 'manual' });
    expect([path, answer.status]).toEqual([path, 413]);
  }
});
