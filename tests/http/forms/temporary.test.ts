import { expect, it } from 'vitest';
import { unescape } from '#tests/setup/html-text.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useWeb } from '#tests/setup/web.ts';
import {
  askFor,
  awaitReply,
  beginConversation,
  buttonsOf,
  linkOf,
  newPerson,
  signIn,
  turnsOf,
  valuesOf,
  wordsOf,
} from './person.ts';

useEngine();
const web = useWeb();

const NOTICE = /Temporary chat\. It is deleted on \w{3} \d+, \d{4} ?\. It is not in your list/;

it('a temporary chat begins by a link, survives a refusal, and is kept by its button', async () => {
  const { browser } = await newPerson(web.origin());
  const at = linkOf(await browser.get('/chat/new'), 'Temporary chat');
  expect(at).toBe('/chat/new?temporary=1');
  const fresh = await browser.get(at);
  expect(wordsOf(fresh)).toMatch(NOTICE);
  expect(linkOf(fresh, 'Regular chat')).toBe('/chat/new');
  const refused = await browser.press(at, 'Send a message', { text: ' ' });
  expect([refused.status, NOTICE.test(wordsOf(refused))]).toEqual([400, true]);

  const path = await beginConversation(browser, askFor('Alpha'), at);
  const page = await awaitReply(browser, path);
  expect(wordsOf(page)).toMatch(NOTICE);
  expect(buttonsOf(page)).not.toContain('Archive');
  expect(wordsOf(await browser.get('/chat/new'))).toContain('Your chats will be listed here.');
  await browser.pressOn({ path, ...page }, 'Keep this chat');
  const kept = await browser.get(path);
  expect(wordsOf(kept)).not.toMatch(NOTICE);
  expect(buttonsOf(kept)).toContain('Archive');
});

it('a branch continues in a new chat, made once by two presses of the same page', async () => {
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('Alpha'));
  const page = { path, ...(await awaitReply(browser, path)) };
  const [first, second] = [
    await browser.pressOn(page, 'Branch in a new chat'),
    await browser.pressOn(page, 'Branch in a new chat'),
  ];
  expect(first.location).toMatch(/^\/chat\/[\w-]{36}\?write=1#latest$/);
  expect(second.location).toBe(first.location);
  // The first button is that of the user's own message.
  expect(turnsOf(await browser.get(first.location!.split('#', 1)[0]!))).toHaveLength(1);
});

it('the text of an address is in the box after the sign-in, and is not sent', async () => {
  const { userId } = await newPerson(web.origin());
  const browser = new PlainBrowser(web.origin());
  const text = 'Two\nlines & <b>more</b>';
  const wanted = `/chat?q=${encodeURIComponent(text)}&model=sandbox%2Fsmall`;
  const { location } = await browser.get(wanted);
  const visited = location!.startsWith('/login') ? location! : (await browser.get(location!)).location!;
  const back = new URL(visited, 'http://own.invalid').searchParams.get('redirectTo')!;
  await signIn(browser, userId);
  const moved = (await browser.get(back)).location ?? back;
  const page = await browser.get(moved);
  expect(unescape(valuesOf(page).text!)).toBe(text);
  expect(wordsOf(page)).toContain('Your chats will be listed here.');
});
