import { expect } from 'vitest';
import type { Mailbox } from '#tests/setup/mailbox.ts';
import { PlainBrowser, unescape } from '#tests/setup/plain-browser.ts';
import type { Canaries } from '../canary.ts';

/** The environment of a flow. */
export interface Scene {
  origin: string;
  canaries: Canaries;
  mailbox: Mailbox;
}

/** A user with an account: a signed-in browser, and the token of an API client. */
export interface Person {
  email: string;
  password: string;
  browser: PlainBrowser;
  token: string;
}

let count = 0;

/** The part of a signed cookie that only the server can make. */
const signatureOf = (browser: PlainBrowser, cookie: string) =>
  decodeURIComponent(browser.cookies.get(cookie)?.value ?? '')
    .split('.')
    .at(-1) ?? '';

/**
 * Creates an account by the form, confirms its address by mail and signs in an API client, each after some
 * failing tries.
 */
export async function becomePerson({ origin, canaries, mailbox }: Scene): Promise<Person> {
  count += 1;
  const named = (what: string) => `${what} of person ${count}`;
  const email = `person-${count}@example.test`;
  const browser = new PlainBrowser(origin);
  const password = canaries.plant(named('password'));
  const filledIn = { name: 'Ada Lovelace', username: '', email, password, confirm_password: password };
  const mistyped = canaries.plant(named('mistyped password'));
  const refused = await browser.submit('/register', { ...filledIn, confirm_password: mistyped }, '/register');
  expect(refused.status).toBe(400);
  expect((await browser.submit('/register', filledIn, '/register')).status).toBe(302);
  canaries.add(named('session cookie'), signatureOf(browser, 'parlance_session'));

  const link = linkIn((await mailbox.next(email)).text, 'verify-email');
  canaries.add(named('verification link'), tokenOf(link));
  await browser.submit(link, {}, '/verify-email');
  await browser.submit(link, {}, '/verify-email');

  const client = new PlainBrowser(origin);
  const wrong = canaries.plant(named('wrong password'));
  expect((await client.submit('/login', { email, password: wrong }, '/login')).status).toBe(401);
  expect((await client.postJson('/api/auth/login', { email, password: wrong })).status).toBe(401);
  const signedIn = await client.postJson('/api/auth/login', { email, password });
  const { token } = signedIn.json<{ token: string }>();
  canaries.add(named('access token'), token, token.split('.').at(-1));
  canaries.add(named('refresh token'), signatureOf(client, 'parlance_refresh'));
  const refreshed = await client.send('/api/auth/refresh', { method: 'POST' });
  const { token: next } = refreshed.json<{ token: string }>();
  canaries.add(named('second access token'), next, next.split('.').at(-1));
  canaries.add(named('second refresh token'), signatureOf(client, 'parlance_refresh'));
  return { email, password, browser, token: next };
}

/** Saves presets and a template, some of which are refused. */
export async function savePresets({ canaries }: Scene, { browser }: Person): Promise<void> {
  const preset = (name: string, more: object = {}) => ({ promptPrefix: canaries.plant(name), ...more });
  const save = async (body: object) => (await browser.postJson('/api/presets', body)).status;
  expect(await save(preset('words of a preset'))).toBe(201);
  expect(await save(preset('words of a refused preset', { temperature: 9 }))).toBe(400);
  expect(await save({ title: canaries.plant('name of a refused preset'), topK: 'a' })).toBe(400);
  expect(await save({ tools: canaries.plant('wrong field of a preset') })).toBe(400);
  expect(await save({ model: canaries.plant('model that nobody knows') })).toBe(201);
  const text = canaries.plant('words of a template');
  const saved = await browser.submit('/prompts/new', { act: 'save', title: 'Mine', text }, '/prompts/new');
  expect(saved.status).toBe(302);
}

/** Downloads a user's data, as a browser does it, and tries to without the password. */
export async function downloadData({ canaries }: Scene, { browser, password, email }: Person): Promise<void> {
  const ask = (current: string) =>
    browser.send('/settings/data', {
      method: 'POST',
      body: new URLSearchParams({ act: 'download', current_password: current }),
    });
  expect((await ask(canaries.plant('wrong password of a download'))).status).toBe(401);
  expect((await browser.get('/api/user/data')).status).toBe(403);
  expect((await ask(password)).status).toBe(303);
  canaries.add('confirmation of a download', signatureOf(browser, 'parlance_download'));
  const { status, body } = await browser.get('/api/user/data');
  expect([status, body.includes(email)]).toEqual([200, true]);
}

/** Gets a new password by mail, then changes it; mistyped passwords are secrets, too. */
export async function changePasswords(scene: Scene, { email, browser }: Person): Promise<void> {
  const { canaries, mailbox, origin } = scene;
  const before = mailbox.mails.length;
  await new PlainBrowser(origin).submit('/forgot-password', { email }, '/forgot-password');
  const link = linkIn((await mailbox.next(email, before)).text, 'reset-password');
  canaries.add('reset link', tokenOf(link));
  const password = canaries.plant('reset password');
  const visitor = new PlainBrowser(origin);
  const set = (confirm: string) =>
    visitor.submit(link, { password, confirm_password: confirm }, '/reset-password');
  await set(canaries.plant('mistyped reset password'));
  expect((await set(password)).body).toContain('Your password has been reset.');
  // Now the link is used up: the page, and a form that was left open.
  await visitor.get(link);
  const { token, userId } = Object.fromEntries(new URL(link, origin).searchParams);
  await visitor.postJson('/api/auth/resetPassword', { token, userId, password, confirm_password: password });

  await browser.submit('/login', { email, password }, '/login');
  const changed = canaries.plant('changed password');
  const form = { act: 'password', password: changed, confirm_password: changed };
  for (const current of [canaries.plant('wrong current password'), password])
    await browser.submit('/settings/sign-in', { current_password: current, ...form }, '/settings/sign-in');
}

function linkIn(text: string | undefined, page: string): string {
  return unescape(new RegExp(`/${page}\\?\\S+`).exec(text ?? '')?.[0] ?? '');
}

const tokenOf = (link: string) => new URL(link, 'http://x').searchParams.get('token') ?? '';
