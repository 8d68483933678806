import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countConversations } from '#app/core/conversations/conversations.ts';
import { findArchive, requestArchive } from '#app/core/exports/archive/archive.ts';
import { findImport } from '#app/core/imports/stored-imports.ts';
import { storeUpload } from '#app/core/imports/uploads.ts';
import { config } from '#app/core/platform/config.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { repairIndex } from '#app/core/search/comparison.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { change, selectCount } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { chatgptConversation, chatgptNode, zipOf } from '#tests/fixtures/exports-of-others.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import type { BuiltProcess } from '#tests/setup/built-process.ts';
import { startWorkerProcess } from '#tests/setup/worker-process.ts';

const CHATS = 4000;
/** Each of an import, the index and an archive is interrupted so often. */
const KILLS = 2;
/** A lease of 30 seconds ends first. */
const WAIT = { timeout: 240_000, interval: 50 };

useFileStore({ keepsFiles: true });
let worker: BuiltProcess;
let userId: string;

beforeAll(async () => {
  openQueue(config().REDIS_URL);
  ({ userId } = await createAccount());
  worker = await startWorkerProcess();
});
afterAll(async () => {
  await worker.stop('SIGKILL');
  await closeQueue();
});

/** Kills the worker each time that the work has gone on, and starts another. @param done counts what is done */
async function killWhileItWorks(done: () => Promise<number>): Promise<void> {
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = await done();
    await expect.poll(done, WAIT).toBeGreaterThan(before);
    await worker.stop('SIGKILL');
    worker = await startWorkerProcess();
  }
}

const messages = (condition = '') =>
  selectCount(AUTOCOMMIT, `SELECT COUNT(*) FROM messages WHERE user_id = ? ${condition}`, [userId]);

it('imports, indexes and archives everything once, by workers that are killed', async () => {
  const chats = Array.from({ length: CHATS }, (_, at) =>
    chatgptConversation(`c${at}`, [
      chatgptNode(`q${at}`, null, 'user', `Which river is number ${at}?`, 1_756_000_001),
      chatgptNode(`a${at}`, `q${at}`, 'assistant', `The river with the name river${at}.`, 1_756_000_002),
    ]),
  );
  const zip = zipOf({ 'conversations.json': JSON.stringify(chats) });
  const importId = await storeUpload({ userId, name: 'export.zip' }, Readable.from([zip]));
  await killWhileItWorks(() => messages());
  const read = () => findImport(AUTOCOMMIT, { userId, importId });
  await expect.poll(async () => (await read()).state, WAIT).toBe('done');
  expect(await messages()).toBe(2 * CHATS);
  expect((await read()).report).toMatchObject({
    conversations: { created: CHATS, extended: 0, present: 0 },
    messages: { created: 2 * CHATS, present: 0 },
  });

  for (const table of ['search_tokens', 'search_documents']) await change(AUTOCOMMIT, `DELETE FROM ${table}`);
  await change(AUTOCOMMIT, 'UPDATE messages SET search_state = 0');
  await killWhileItWorks(() => messages('AND search_state = 1'));
  await expect.poll(() => messages('AND search_state = 0'), WAIT).toBe(0);
  expect(await repairIndex(userId, new AbortController().signal)).toBe(0);
  const found = await findMessages({ userId, query: `river${CHATS - 1}` });
  expect(found.messages).toHaveLength(1);

  await requestArchive(userId);
  const archived = async () => (await findArchive(AUTOCOMMIT, userId))?.chats ?? 0;
  await killWhileItWorks(archived);
  await expect.poll(async () => (await findArchive(AUTOCOMMIT, userId))?.state, WAIT).toBe('ready');
  expect(await archived()).toBe(await countConversations(AUTOCOMMIT, userId));
}, 600_000);
