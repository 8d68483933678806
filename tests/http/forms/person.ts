import { expect } from 'vitest';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { setSessionCookie } from '#app/http/session/session.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { forgetCatalogue } from '#tests/setup/forget-catalogue.ts';
import { readForms } from '#tests/setup/page-forms.ts';
import { PlainBrowser, unescape, type PlainAnswer } from '#tests/setup/plain-browser.ts';

/**
 * A new account and a browser without scripts that is signed in to it. The web process reads the catalogue
 * again.
 */
export async function newPerson(origin: string, role: 'USER' | 'ADMIN' = 'USER') {
  await forgetCatalogue(origin);
  const account = await createAccount({ creditMicro: 10_000_000n, role });
  const browser = new PlainBrowser(origin);
  await signIn(browser, account.userId);
  return { ...account, browser };
}

/** Begins a session of a user in a browser. */
export async function signIn(browser: PlainBrowser, userId: string): Promise<void> {
  const session = { userId, kind: 'browser' as const, userAgent: null, address: null };
  const cookie = await setSessionCookie(await startSession(AUTOCOMMIT, session));
  const [name = '', value = ''] = cookie.split(';', 1)[0]!.split('=');
  browser.cookies.set(name, { value, path: '/', attributes: '' });
}

/** The text of a page, without tags and styles. */
export const wordsOf = ({ body }: Pick<PlainAnswer, 'body'>): string =>
  unescape(body.replaceAll(/<(style|template)\b.*?<\/\1>/gs, ' ').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The initial values of the fields in the form of a button; {} if there is none. */
export function valuesOf(
  { body }: Pick<PlainAnswer, 'body'>,
  button = 'Send a message',
): Record<string, string> {
  const form = readForms(body).find(({ buttons }) => buttons.some(({ label }) => label === button));
  return Object.fromEntries((form?.controls ?? []).map(({ name, value }) => [name, value]));
}

/** The error message of a field; null if it has no error. */
export function errorAt({ body }: Pick<PlainAnswer, 'body'>, name: string): string | null {
  for (const [tag] of body.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)) {
    if (!tag.includes(` name="${name}"`) || !tag.includes('aria-invalid="true"')) continue;
    const id = /aria-describedby="([^"]*)"/.exec(tag)?.[1] ?? '';
    const [, words = ''] = new RegExp(` id="${id}"[^>]*>(.*?)</(?:p|div)>`, 's').exec(body) ?? [];
    return wordsOf({ body: words });
  }
  return null;
}

/** The labels of the enabled buttons of a page. */
export const buttonsOf = ({ body }: Pick<PlainAnswer, 'body'>): string[] =>
  readForms(body).flatMap(({ buttons }) =>
    buttons.filter(({ isDisabled }) => !isDisabled).map(({ label }) => label),
  );

/** The address of the first link with this label or text. */
export function linkOf({ body }: Pick<PlainAnswer, 'body'>, label: string): string {
  for (const [, attributes = '', inside = ''] of body.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)) {
    const [, name] = /aria-label="([^"]*)"/.exec(attributes) ?? [];
    if ((unescape(name ?? '') || wordsOf({ body: inside })) === label)
      return unescape(/href="([^"]*)"/.exec(attributes)?.[1] ?? '');
  }
  throw new Error(`no link ${label} in ${wordsOf({ body })}`);
}

/** Reloads a page until it matches. */
export async function awaitPage(
  browser: PlainBrowser,
  path: string,
  isThere: (page: PlainAnswer) => boolean,
): Promise<PlainAnswer> {
  let page = await browser.get(path);
  const look = async () => isThere(page) || isThere((page = await browser.get(path)));
  await expect.poll(look, { interval: 100, message: path }).toBe(true);
  return page;
}

/** Sends a first message by the form of a new chat. @returns the path of the conversation */
export async function beginConversation(browser: PlainBrowser, text: string, at = '/chat/new') {
  const sent = await browser.press(at, 'Send a message', { text });
  expect(sent).toMatchObject({ status: 302, location: expect.stringMatching(/^\/chat\/[\w-]{36}/) });
  return sent.location!.split('#', 1)[0]!;
}

/** Loads a conversation until its last reply has ended. */
export const awaitReply = (browser: PlainBrowser, path: string): Promise<PlainAnswer> =>
  awaitPage(browser, path, (page) => /<article/.test(page.body) && buttonsOf(page).includes('Regenerate'));

/** A message that the sandbox answers at once with this text. */
export const askFor = (text: string): string => `Please answer. [[sandbox: text="${text}" pace=0]]`;

/** The text of each turn of a conversation. */
export const turnsOf = ({ body }: Pick<PlainAnswer, 'body'>): string[] =>
  [...body.matchAll(/<article\b.*?<\/article>/gs)].map(([turn]) => wordsOf({ body: turn }));
