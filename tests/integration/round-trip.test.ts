import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { findConversation, listConversations } from '#app/core/conversations/conversations.ts';
import { trashAllConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { emptyTrash } from '#app/core/deletion/purge-trash.ts';
import { listMessages } from '#app/core/conversations/messages/stored-messages.ts';
import { chooseBranch, readBranch } from '#app/core/conversations/shown-branch.ts';
import { findArchive, requestArchive } from '#app/core/exports/archive/archive.ts';
import { writeArchive } from '#app/core/exports/archive/write-archive.ts';
import { files } from '#app/core/files/files.ts';
import { runImport, stopImports } from '#app/core/imports/run-import.ts';
import { findImport } from '#app/core/imports/stored-imports.ts';
import { storeUpload } from '#app/core/imports/uploads.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { emptyTables } from '#tests/setup/database.ts';

useFileStore();
beforeEach(emptyTables);
afterAll(stopImports);

const TEXTS = [
  'أهلاً بالعالم',
  '東京の天気は?',
  '~~~js\nconst a = "\\u0041";\n~~~',
  'Tabs\tand\r\nlines, "quotes" and 🦊',
  '$$E = mc^2$$',
];

/**
 * Chats of an account with everything that the owner sees; ids are replaced by places in the chat. An imported
 * message has no generation, and the endpoint of its chat.
 */
async function outline(userId: string) {
  const { conversations } = await listConversations(AUTOCOMMIT, { userId });
  return Promise.all(
    conversations.map(async ({ conversationId, user: _user, ...chat }) => {
      const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId });
      const { messages } = await listMessages(AUTOCOMMIT, { conversationId });
      const places = new Map([[ROOT_ID, -1], ...messages.map((one, at) => [one.messageId, at] as const)]);
      const shown = await readBranch(AUTOCOMMIT, { conversation });
      return {
        ...chat,
        shown: shown.messages.map(({ messageId }) => places.get(messageId)),
        messages: messages.map(
          ({
            messageId: _id,
            conversationId: _chat,
            generationId: _run,
            endpoint: _api,
            parentMessageId,
            ...message
          }) => ({
            ...message,
            parent: places.get(parentMessageId),
          }),
        ),
      };
    }),
  );
}

/** A chat of 21 messages on three branches, of which the second is shown. */
async function makeBranchedChat(userId: string, title: string): Promise<void> {
  const chat = await makeConversation(userId, { title });
  const add = messageMaker(chat);
  let parent = await add({ text: `${title}: first` });
  const replies: string[] = [];
  for (const branch of ['one', 'two', 'three']) {
    let last = await add({ text: `Reply ${branch}`, reply: true, parent });
    replies.push(last);
    for (const text of TEXTS) last = await add({ text: `${branch} ${text}`, parent: last });
  }
  parent = await add({ text: 'Another beginning', parent: ROOT_ID });
  await add({ text: 'And its answer', reply: true, parent });
  await transaction((tx) => chooseBranch(tx, { userId, conversationId: chat.id, messageId: replies[1]! }));
}

it('an account that imports its own archive after deleting all chats has the same chats', async () => {
  const { userId } = await createAccount();
  for (const title of ['Waves / أمواج', 'New Chat', '日本語のチャット'])
    await makeBranchedChat(userId, title);
  const before = await outline(userId);
  await requestArchive(userId);
  const { id: archiveId } = (await findArchive(AUTOCOMMIT, userId))!;
  await writeArchive({ archiveId });
  const { objectName } = (await findArchive(AUTOCOMMIT, userId))!;
  const archive = (await (await files()).get(objectName!))!;
  await transaction((tx) => trashAllConversations(tx, userId));
  await emptyTrash(userId);
  expect(await outline(userId)).toEqual([]);
  const importArchive = async () => {
    const importId = await storeUpload(
      { userId, name: 'archive.zip' },
      Readable.from([Buffer.from(archive)]),
    );
    await runImport({ importId });
    const read = () => findImport(AUTOCOMMIT, { userId, importId });
    await expect.poll(async () => (await read()).state).toBe('done');
    return (await read()).report;
  };
  expect(await importArchive()).toMatchObject({ conversations: { created: 3 }, messages: { omitted: {} } });
  expect(await outline(userId)).toEqual(before);
  expect(await importArchive()).toMatchObject({ conversations: { created: 0, present: 3 } });
  expect(await outline(userId)).toEqual(before);
});
