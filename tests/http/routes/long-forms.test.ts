import { expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import JAPANESE from '#app/ui/i18n/locales/ja-JP/site.json' with { type: 'json' };

useEngine();
const web = useWeb();

/** Longer than the longest message in a text box. */
const LONG = 'x'.repeat(2 * 1024 * 1024);

it.each([
  ['/chat/new', { intent: 'send', text: LONG }],
  ['/settings/preferences', { language: LONG }],
  ['/settings/account', { intent: 'password', current: LONG }],
  ['/keys', { intent: 'create', name: LONG }],
])('a form to %s that is too long is refused and nothing of it is returned', async (path, fields) => {
  const { userId } = await createAccount();
  const answer = await web.as(userId)(path, { method: 'POST', body: new URLSearchParams(fields) });
  expect(answer.status).toBe(413);
  expect(await answer.text()).not.toContain('xxxx');
});

it.each([
  ['/chat/new', { intent: 'send', text: LONG }],
  ['/settings/account', { act: 'password', current: LONG }],
  ['/keys', { act: 'create', name: LONG }],
])('%s reports the error of a form that is too long, in the language of its reader', async (path, fields) => {
  const { userId } = await createAccount();
  const post = async (language: string) => {
    const headers = { 'accept-language': language };
    const answer = await web.as(userId)(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });
    return answer.text();
  };
  const english = await post('en-US');
  expect(english).toContain('<title>Too long · ');
  expect(english).toContain('This exceeds 1 MB.');
  expect(await post('ja-JP')).toContain(JAPANESE.tooLong.text);
});

it('also for a visitor', async () => {
  const headers = { origin: web.origin() };
  const body = new URLSearchParams({ email: 'ada@example.test', password: LONG });
  const post = (path: string) => fetch(web.origin() + path, { method: 'POST', headers, body });
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email']) {
    const answer = await post(path);
    expect([path, answer.status]).toEqual([path, 413]);
    expect(await answer.text()).toContain('Too long');
  }
  expect((await post('/settings/preferences')).status).toBe(413);
});

it('a form with more fields than any has is refused before it is read', async () => {
  const headers = { origin: web.origin(), 'content-type': 'application/x-www-form-urlencoded' };
  const post = (body: string) => fetch(`${web.origin()}/login`, { method: 'POST', headers, body });
  const field = 'name="email"';
  const refused = await post('a&'.repeat(500_000));
  expect(refused.status).toBe(400);
  expect(await refused.text()).not.toContain(field);
  expect(await (await post('a=1&'.repeat(1999))).text()).toContain(field);
});
