import { expect, it } from 'vitest';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import {
  askFor,
  awaitReply,
  beginConversation,
  buttonsOf,
  newPerson,
  signIn,
  turnsOf,
  valuesOf,
  wordsOf,
} from './person.ts';

useEngine();
const web = useWeb();

it('conversations are renamed and deleted by the forms of the list', async () => {
  const { browser } = await newPerson(web.origin());
  const first = await beginConversation(browser, askFor('Alpha'));
  await awaitReply(browser, first);
  await browser.press(first, 'Save', { title: 'Rivers of the north' });
  expect((await browser.get(first)).body).toContain('<title>Rivers of the north</title>');
  const deleted = await browser.press(first, 'Delete?');
  expect(deleted).toMatchObject({ status: 302, location: '/chat/new' });
  const page = await browser.follow(deleted);
  expect((await browser.get(first)).status).toBe(404);
  expect(wordsOf(page)).toContain('Chat moved to trash. Undo');
  const undone = await browser.pressOn({ path: '/chat/new', ...page }, 'Undo');
  expect(undone.location).toBe(`${first}#latest`);
  expect((await browser.get(first)).body).toContain('<title>Rivers of the north</title>');
});

it('a message is deleted by the form at it, restored and deleted for good on the page of the trash', async () => {
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('Alpha'));
  const before = turnsOf(await awaitReply(browser, path));
  const [form] = /\?delete=[0-9a-f-]+/.exec((await browser.get(path)).body.split('<article').at(-1)!)!;
  await browser.press(path, 'Save', { title: 'Rivers' });
  const remove = () => browser.press(`${path}${form}`, 'This message and what follows');
  const page = await browser.follow(await remove());
  expect(turnsOf(page)).toEqual(before.slice(0, 1));
  const undone = await browser.pressOn({ path, ...page }, 'Undo');
  expect(undone.location).toBe(`${path}#m-${form.split('=')[1]}`);
  expect(turnsOf(await browser.get(path))).toEqual(before);
  await remove();
  await browser.press(path, 'Delete?');
  const restore = buttonsOf(await browser.get('/chat/trash')).filter((label) =>
    label.startsWith('Restore: '),
  );
  expect(restore[0]).toBe('Restore: Rivers');
  const refused = await browser.press('/chat/trash', restore[1]!);
  expect(wordsOf(refused)).toContain('Restore the chat first.');
  await browser.press('/chat/trash', 'Delete 2 items?');
  expect(wordsOf(await browser.get('/chat/trash'))).toContain('The trash is empty');
});

it('a chat is archived, and the next page undoes it', async () => {
  const { browser } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('Alpha'));
  await awaitReply(browser, path);
  const page = await browser.follow(await browser.press(path, 'Archive'));
  await browser.pressOn({ path, ...page }, 'Undo');
  expect(wordsOf(await browser.get('/chat/archived'))).toContain('No archived chats');
});

it('the header of a conversation shows what its replies and its title have cost', async () => {
  const { browser, userId } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('Alpha'));
  await beginConversation(browser, askFor('Omega'));
  const conversationId = path.split('/').at(-1)!;
  const charged = async () => {
    const sum =
      'SELECT SUM(charged_micro) AS micro FROM generations WHERE user_id = ? AND conversation_id = ?';
    return Number(
      (await selectRow<{ micro: string }>(AUTOCOMMIT, sum, [userId, conversationId]))?.micro ?? 0,
    );
  };
  const shown = async () => {
    const [, micro] =
      /Cost of this chat(?:<!-- -->)? <\/span><data value="(\d+)"/.exec((await browser.get(path)).body) ?? [];
    return Number(micro);
  };
  await awaitReply(browser, path);
  // The title is charged after the reply.
  await expect.poll(async () => (await shown()) - (await charged())).toBe(0);
  expect(await shown()).toBeGreaterThan(0);
});

it('all conversations are deleted by the form of the settings', async () => {
  const { browser } = await newPerson(web.origin());
  const paths = [
    await beginConversation(browser, askFor('Alpha')),
    await beginConversation(browser, askFor('Omega')),
  ];
  for (const path of paths) await awaitReply(browser, path);
  await browser.press('/settings', 'Delete 2 chats?');
  for (const path of paths) expect((await browser.get(path)).status).toBe(404);
});

it('a model is chosen for the next message, and the text stays', async () => {
  await createModel({ id: 'sandbox/second', name: 'Second' });
  const { browser } = await newPerson(web.origin());
  const choice = async () =>
    buttonsOf(await browser.get('/chat/new?model=sandbox/small')).find((label) =>
      label.startsWith('Second,'),
    );
  await expect.poll(choice).toBeDefined();
  const chosen = await browser.press('/chat/new?model=sandbox/small', (await choice())!, {
    text: askFor('Alpha'),
  });
  expect(chosen.location).toContain('model=sandbox%2Fsecond');
  const page = await browser.follow(chosen);
  expect(valuesOf(page)).toMatchObject({ model: 'sandbox/second', text: askFor('Alpha') });
  const sent = await browser.pressOn({ path: chosen.location!, ...page }, 'Send a message');
  const path = sent.location!.split('#', 1)[0]!;
  expect(turnsOf(await awaitReply(browser, path))[1]).toMatch(/^Second .*Alpha/);
  expect(valuesOf(await browser.get('/chat/new')).model).toBe('sandbox/second');
});

it('a message sent after the session has expired is kept until its owner signs in again', async () => {
  const { browser, userId } = await newPerson(web.origin());
  const path = await beginConversation(browser, askFor('Alpha'));
  const page = await awaitReply(browser, path);
  await change(AUTOCOMMIT, 'UPDATE sessions SET expires_at = created_at WHERE user_id = ?', [userId]);
  const sent = await browser.pressOn({ path, ...page }, 'Send a message', { text: askFor('Omega') });
  expect(sent.location).toMatch(/^\/login\?redirectTo=/);
  expect(wordsOf(await browser.follow(sent))).toContain('Welcome back');
  await signIn(browser, userId);
  expect(valuesOf(await browser.get(path)).text).toBe(askFor('Omega'));
});
