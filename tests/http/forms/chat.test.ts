import { expect, it } from 'vitest';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import {
  askFor,
  awaitReply,
  beginConversation,
  linkOf,
  newPerson,
  turnsOf,
  valuesOf,
  wordsOf,
} from './person.ts';

useEngine();
const web = useWeb();

it('a reply is regenerated, its first version is selected again, and it is continued', async () => {
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(
    browser,
    'Begin. [[sandbox: text="The first half" finish=length pace=0]]',
  );
  const first = await awaitReply(browser, path);
  expect(turnsOf(first)).toHaveLength(2);
  const again = await browser.pressOn({ path, ...first }, 'Regenerate');
  expect(again).toMatchObject({ status: 302, location: expect.stringContaining(path) });
  const second = await awaitReply(browser, path);
  expect(turnsOf(second)[1]).toContain('Version 2 of 2');
  await browser.pressOn({ path, ...second }, 'Previous version');
  expect(turnsOf(await awaitReply(browser, path))[1]).toContain('Version 1 of 2');
  await browser.press(path, 'Continue');
  const whole = turnsOf(await awaitReply(browser, path));
  expect(whole).toHaveLength(2);
  expect(whole[1]!.split('The first half')).toHaveLength(3);
});

it('another model answers again, selected at the reply', async () => {
  await createModel({ id: 'sandbox/second', name: 'Second' });
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('Alpha'));
  const link = linkOf(await awaitReply(browser, path), 'Regenerate with another model').split('#', 1)[0]!;
  const page = await browser.get(link);
  await browser.pressOn({ path: link, ...page }, 'Regenerate', { model: 'sandbox/small' });
  expect(turnsOf(await awaitReply(browser, path))[1]).toContain('Version 2 of 2');
});

it('the user’s message is edited: saved only, and saved and submitted', async () => {
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('Alpha'));
  const editor = async () => linkOf(await awaitReply(browser, path), 'Edit message').split('#', 1)[0]!;
  const at = await editor();
  expect(valuesOf(await browser.get(at), 'Save & submit').text).toBe(askFor('Alpha'));
  await browser.press(at, 'Save', { text: 'A changed question' });
  const saved = turnsOf(await awaitReply(browser, path));
  expect(saved[0]).toMatch(/A changed question.*edited/);
  expect(saved[1]).toContain('Alpha');
  await browser.press(await editor(), 'Save & submit', { text: askFor('Omega') });
  const submitted = turnsOf(await awaitReply(browser, path));
  expect(submitted[0]).toContain('Version 2 of 2');
  expect(submitted[1]).toContain('Omega');
});

it('a model’s text is edited, and the conversation continues from there', async () => {
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('and its end.'));
  const page = await awaitReply(browser, path);
  const reply = page.body.slice(page.body.lastIndexOf('<article'));
  const at = linkOf({ body: reply }, 'Edit message').split('#', 1)[0]!;
  await browser.press(at, 'Save & submit', { text: 'A better beginning ' });
  expect(turnsOf(await awaitReply(browser, path))[1]).toContain('A better beginning and its end.');
});

it('a failed reply is retried by the button of its card', async () => {
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(
    browser,
    'Fail. [[sandbox: fault=500 times=2 text="Now it works" pace=0]]',
  );
  const failed = await awaitReply(browser, path);
  expect(turnsOf(failed)[1]).toContain('The provider couldn’t respond.');
  await browser.pressOn({ path, ...failed }, 'Retry');
  expect(turnsOf(await awaitReply(browser, path))[1]).toMatch(/Now it works.*Version 2 of 2/);
});

it('a text of spaces only is refused and no conversation begins', async () => {
  const { browser } = await newPerson(web.origin());
  const refused = await browser.press('/chat/new', 'Send a message', { text: '  \n ' });
  expect(refused.status).toBe(400);
  expect(wordsOf(await browser.get('/chat/new'))).toContain('Your chats will be listed here.');
});
