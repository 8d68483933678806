import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { findConversation, listConversations } from '#app/core/conversations/conversations.ts';
import { deleteConversation } from '#app/core/conversations/deletion.ts';
import { restoreMessages } from '#app/core/conversations/trash/restored-branches.ts';
import { trashMessages } from '#app/core/conversations/trash/trashed-branches.ts';
import { trashConversation } from '#app/core/conversations/trash/trashed-chats.ts';
import { copyTurns } from '#app/core/conversations/messages/copy-turns.ts';
import { chooseBranch, readBranch } from '#app/core/conversations/shown-branch.ts';
import { files } from '#app/core/files/files.ts';
import { runImport, stopImports } from '#app/core/imports/run-import.ts';
import { findImport } from '#app/core/imports/stored-imports.ts';
import { eraseImports, storeUpload, sweepUploads } from '#app/core/imports/uploads.ts';
import { selectCount, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { chatgptConversation, chatgptNode, zipOf } from '#tests/fixtures/exports-of-others.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { emptyTables } from '#tests/setup/database.ts';

useFileStore();
let userId: string;
beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
});
afterAll(stopImports);

const upload = (content: Buffer | string, owner = userId) =>
  storeUpload({ userId: owner, name: 'export.zip' }, Readable.from([Buffer.from(content)]));

/** Uploads a file and runs its import to the end. */
async function importFile(content: Buffer | string, owner = userId) {
  const importId = await upload(content, owner);
  await runImport({ importId });
  await expect
    .poll(async () => (await findImport(AUTOCOMMIT, { userId: owner, importId })).state, { interval: 20 })
    .toMatch(/done|failed/);
  return findImport(AUTOCOMMIT, { userId: owner, importId });
}

const listed = async (owner = userId) =>
  (await listConversations(AUTOCOMMIT, { userId: owner })).conversations;

const uploads = async () => {
  const names: string[] = [];
  for await (const { name } of (await files()).list('imports')) names.push(name);
  return names;
};

/** Two questions, the second with two answers. */
const NODES = [
  chatgptNode('q1', null, 'user', 'First?', 1_756_000_001),
  chatgptNode('a1', 'q1', 'assistant', 'Yes.', 1_756_000_002),
  chatgptNode('q2', 'a1', 'user', 'Second?', 1_756_000_003),
  chatgptNode('a2', 'q2', 'assistant', 'No.', 1_756_000_004),
  chatgptNode('b2', 'q2', 'assistant', 'Perhaps.', 1_756_000_005),
];

describe('a zip of many files', () => {
  const zip = zipOf({
    'conversations-000.json': JSON.stringify([chatgptConversation('one', NODES, { current_node: 'a2' })]),
    'conversations-001.json': JSON.stringify([
      chatgptConversation('two', NODES.slice(0, 2)),
      { title: 'Corrupt' },
    ]),
    'user.json': JSON.stringify({ id: 'me', email: 'me@example.test' }),
    'chat.html': '<html>',
  });

  it('becomes chats with their branches, times and models, and the upload is deleted', async () => {
    const { state, report, endedAt } = await importFile(zip);
    expect(state).toBe('done');
    expect(endedAt).toBeInstanceOf(Date);
    expect(report).toMatchObject({
      sources: { chatgpt: 2 },
      conversations: { created: 2, extended: 0, present: 0, omitted: { unknown: 1 } },
      messages: { created: 7, present: 0, omitted: {} },
      otherFiles: 1,
      examples: { unknown: ['Corrupt'] },
    });
    const one = (await listed()).find(({ title }) => title === 'Chat one')!;
    expect(one).toMatchObject({ model: 'gpt-4o', endpoint: 'openAI', updatedAt: '2025-08-24T01:48:20.000Z' });
    const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId: one.conversationId });
    const { messages } = await readBranch(AUTOCOMMIT, { conversation });
    expect(
      messages.map(({ text, siblingIndex, siblingCount }) => [text, siblingIndex, siblingCount]),
    ).toEqual([
      ['First?', 1, 1],
      ['Yes.', 1, 1],
      ['Second?', 1, 1],
      ['No.', 1, 2],
    ]);
    expect(messages[0]).toMatchObject({ parentMessageId: ROOT_ID, createdAt: '2025-08-24T01:46:41.000Z' });
    expect(messages[3]).toMatchObject({
      submitting: false,
      costMicro: null,
      generationId: null,
      model: 'gpt-4o',
    });
    await expect.poll(uploads).toEqual([]);
    expect(await selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM generations')).toBe(0);
  });

  it('adds only what is new the second time, and nothing to the chats of another account', async () => {
    await importFile(zip);
    const other = await createAccount();
    const later = [...NODES, chatgptNode('q3', 'b2', 'user', 'Third?', 1_756_000_009)];
    const { report } = await importFile(
      JSON.stringify([chatgptConversation('one', later), chatgptConversation('two', NODES.slice(0, 2))]),
    );
    expect(report.conversations).toMatchObject({ created: 0, extended: 1, present: 1 });
    expect(report.messages).toMatchObject({ created: 1, present: 7 });
    const theirs = await importFile(zip, other.userId);
    expect(theirs.report.conversations.created).toBe(2);
    const [mine, their] = [await listed(), await listed(other.userId)];
    const ids = new Set([...mine, ...their].map(({ conversationId }) => conversationId));
    expect(ids.size).toBe(4);
    const one = mine.find(({ title }) => title === 'Chat one')!;
    const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId: one.conversationId });
    const { messages } = await readBranch(AUTOCOMMIT, { conversation });
    expect(messages.map(({ text }) => text)).toEqual(['First?', 'Yes.', 'Second?', 'Perhaps.', 'Third?']);
  });
});

it('continues behind the stored results after a run that was stopped', async () => {
  const many = Array.from({ length: 250 }, (_, at) => chatgptConversation(`c${at}`, NODES));
  const importId = await upload(JSON.stringify(many));
  await runImport({ importId });
  const created = async () =>
    (await findImport(AUTOCOMMIT, { userId, importId })).report.conversations.created;
  await expect.poll(created, { interval: 5 }).toBeGreaterThan(0);
  await stopImports();
  await runImport({ importId });
  await expect.poll(async () => (await findImport(AUTOCOMMIT, { userId, importId })).state).toBe('done');
  const { report } = await findImport(AUTOCOMMIT, { userId, importId });
  expect(report.conversations).toEqual({ created: 250, extended: 0, present: 0, omitted: {} });
  expect(report.messages).toMatchObject({ created: 1250, present: 0 });
});

it('finds its own chats again, and restores those that were deleted', async () => {
  const conversationId = await transaction((tx) =>
    copyTurns(tx, {
      userId,
      endpoint: 'openAI',
      model: 'openai/gpt-4o',
      sender: 'ChatGPT',
      turns: [{ prompt: 'Hello', answer: 'Hi' }],
    }),
  );
  const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId });
  const { messages } = await readBranch(AUTOCOMMIT, { conversation });
  const file = JSON.stringify({
    format: 'parlance-conversation',
    version: 1,
    conversationId,
    title: 'Hello',
    leafMessageId: null,
    messages,
  });
  const again = await importFile(file);
  expect(again.report).toMatchObject({ conversations: { created: 0, present: 1 }, messages: { present: 2 } });
  await transaction((tx) => deleteConversation(tx, { userId, conversationId }));
  const restored = await importFile(file);
  expect(restored.report).toMatchObject({ conversations: { created: 1 }, messages: { created: 2 } });
  const [row] = await listed();
  const copy = await findConversation(AUTOCOMMIT, { userId, conversationId: row!.conversationId });
  const texts = (await readBranch(AUTOCOMMIT, { conversation: copy })).messages.map(({ text, createdAt }) => [
    text,
    createdAt,
  ]);
  expect(texts).toEqual(messages.map(({ text, createdAt }) => [text, createdAt]));
});

it('restores a chat from the trash, and leaves single messages there', async () => {
  const file = JSON.stringify([chatgptConversation('one', NODES)]);
  await importFile(file);
  const { conversationId } = (await listed())[0]!;
  const read = async () => {
    const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId });
    return (await readBranch(AUTOCOMMIT, { conversation })).messages.map(({ text }) => text);
  };
  const before = await read();
  await transaction((tx) => trashConversation(tx, { userId, conversationId }));
  const again = await importFile(file);
  expect(again.report).toMatchObject({ conversations: { created: 0, present: 1 }, messages: { created: 0 } });
  expect(await read()).toEqual(before);

  const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId });
  const last = (await readBranch(AUTOCOMMIT, { conversation })).messages.at(-1)!;
  const target = { userId, conversationId, messageId: last.messageId, scope: 'message' } as const;
  const { trashId } = await transaction((tx) => trashMessages(tx, target));
  expect((await importFile(file)).report).toMatchObject({ messages: { created: 0 } });
  expect(await read()).toEqual([...before.slice(0, -1), 'No.']);
  const longer = [...NODES, chatgptNode('later', 'b2', 'user', 'Later.', 1_756_000_006)];
  await importFile(JSON.stringify([chatgptConversation('one', longer)]));
  expect(await storedParent('Later.')).toBe(last.parentMessageId);
  await transaction((tx) => restoreMessages(tx, { userId, trashId: trashId! }));
  expect(await read()).toEqual(before);
});

async function storedParent(text: string): Promise<string | undefined> {
  const row = await selectRow<{ parent: string }>(
    AUTOCOMMIT,
    'SELECT parent_id AS parent FROM messages WHERE text = ?',
    [text],
  );
  return row?.parent;
}

it('leaves the branch that its owner has chosen since', async () => {
  await importFile(JSON.stringify([chatgptConversation('one', NODES)]));
  const { conversationId } = (await listed())[0]!;
  const own = await selectRows<{ id: string }>(AUTOCOMMIT, "SELECT id FROM messages WHERE text = 'No.'");
  await transaction((tx) => chooseBranch(tx, { userId, conversationId, messageId: own[0]!.id }));
  const { report } = await importFile(JSON.stringify([chatgptConversation('one', NODES)]));
  expect(report.conversations.present).toBe(1);
  const conversation = await findConversation(AUTOCOMMIT, { userId, conversationId });
  expect((await readBranch(AUTOCOMMIT, { conversation })).messages.at(-1)!.text).toBe('No.');
});

it.each([
  [
    'a file that was cut',
    `[${JSON.stringify(chatgptConversation('one', NODES))},{"title":"tw`,
    { cut: 1 },
    1,
  ],
  ['a page of the web', '<html></html>', { foreign: 1 }, 0],
  ['a damaged archive', Buffer.from('PK\u0003\u0004 and no more'), { damaged: 1 }, 0],
  [
    'an archive that was cut',
    zipOf({ 'conversations.json': 'x'.repeat(1000) }).subarray(0, 60),
    { damaged: 1 },
    0,
  ],
  ['a bomb', zipOf({ 'conversations.json': Buffer.alloc(20 * 1024 * 1024, ' ') }), { bomb: 1 }, 0],
] as const)('reports %s, and stores what was read', async (_, content, problems, created) => {
  const { state, report } = await importFile(content);
  expect(state).toBe('done');
  expect(report.problems).toEqual(problems);
  expect(report.conversations.created).toBe(created);
  await expect.poll(uploads).toEqual([]);
});

it('has one import of an account at a time, and refuses empty files', async () => {
  await upload('{}');
  await expect(upload('{}')).rejects.toMatchObject({ code: 'conflict', param: 'file' });
  const other = await createAccount();
  await expect(upload('', other.userId)).rejects.toMatchObject({ code: 'invalid_file', param: 'file' });
  expect(await uploads()).toHaveLength(1);
});

it('erases imports with their uploads, and sweeps uploads that no import names', async () => {
  await upload('{}');
  await (await files()).put('imports/lost', Buffer.from('x'));
  expect(await eraseImports(userId, 10)).toBe(1);
  expect(await uploads()).toEqual(['imports/lost']);
  expect(await sweepUploads()).toBe(0);
  expect(await sweepUploads(Date.now() + 86_400_000)).toBe(1);
});

it('fails with what it has stored when its upload is lost', async () => {
  const importId = await upload('{}');
  for (const name of await uploads()) await (await files()).delete(name);
  await runImport({ importId });
  await expect.poll(async () => (await findImport(AUTOCOMMIT, { userId, importId })).state).toBe('failed');
});
