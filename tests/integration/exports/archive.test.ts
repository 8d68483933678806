import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  deleteArchive,
  deleteExpiredArchives,
  findArchive,
  requestArchive,
} from '#app/core/exports/archive/archive.ts';
import { sweepArchives } from '#app/core/exports/archive/archive-objects.ts';
import { mailArchiveReady, writeArchive } from '#app/core/exports/archive/write-archive.ts';
import { files } from '#app/core/files/files.ts';
import { storeFile } from '#app/core/files/new-file.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';

let mailbox: Mailbox;
// Before the first setting is read.
beforeAll(async () => {
  mailbox = await openMailbox();
  Object.assign(process.env, { SMTP_URL: mailbox.url, APP_TITLE: 'Parlance', APP_URL: 'https://hub.test' });
});
afterAll(() => mailbox.close());
useFileStore();
beforeEach(emptyTables);

const archiveOf = async (userId: string) => (await findArchive(AUTOCOMMIT, userId))!;

async function objects(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of (await files()).list('archives')) found.push(name);
  return found;
}

/** An account with a chat, an image in it, and an archive that waits. */
async function makeOwner() {
  const { userId } = await createAccount();
  const chat = await makeConversation(userId, { title: 'Waves / أمواج' });
  const add = messageMaker(chat);
  const first = await add({ text: 'مرحبا' });
  await add({ text: 'hidden', reply: true });
  await add({ text: 'shown', reply: true, parent: first });
  const facts = { id: newId(), userId, source: 'upload', name: 'sea.png', declared: 'image/png' } as const;
  const image = await storeFile(
    { ...facts, maxBytes: 10_000, expiresAt: null },
    Buffer.from(PIXEL, 'base64'),
  );
  await requestArchive(userId);
  return { userId, image, chat, archiveId: (await archiveOf(userId)).id };
}

it('has every chat as JSON and Markdown and every file, and is available for a day', async () => {
  const { userId, image, chat, archiveId } = await makeOwner();
  const other = await makeOwner();
  expect(await writeArchive({ archiveId })).toBeUndefined();
  const archive = await archiveOf(userId);
  expect(archive).toMatchObject({ state: 'ready', chats: 1, allChats: 1 });
  const lifetime = archive.expiresAt!.getTime() - archive.createdAt.getTime();
  expect(Math.round(lifetime / 3_600_000)).toBe(24);
  const bytes = (await (await files()).get(archive.objectName!))!;
  expect(bytes.length).toBe(archive.bytes);
  const entries = unzipSync(bytes);
  const text = (name: RegExp) => {
    const found = Object.keys(entries).find((one) => name.test(one))!;
    return new TextDecoder().decode(entries[found]);
  };
  expect(Object.keys(entries).map((name) => name.replace(/[0-9a-f-]{12,}/, 'ID'))).toEqual([
    expect.stringMatching(/^chats\/\d{4}-\d\d-\d\d ID Waves _ أمواج\.json$/),
    expect.stringMatching(/^chats\/\d{4}-\d\d-\d\d ID Waves _ أمواج\.md$/),
    'files/ID sea.png',
    'archive.json',
  ]);
  const { messages, ...head } = JSON.parse(text(/\.json$/)) as { messages: { text: string }[] };
  expect(head).toMatchObject({ conversationId: chat.id, branches: true, format: 'parlance-conversation' });
  expect(messages.map((one) => one.text)).toEqual(['مرحبا', 'hidden', 'shown']);
  expect(text(/\.md$/)).toContain('\n## You\n\nمرحبا\n');
  expect(
    Buffer.from(entries[`files/${image.id} sea.png`]!).equals((await (await files()).get(image.objectName))!),
  ).toBe(true);
  expect(JSON.parse(text(/^archive/))).toMatchObject({ chats: 1, files: 1, missing: [] });
  expect((await archiveOf(other.userId)).state).toBe('waiting');

  await change(AUTOCOMMIT, 'UPDATE users SET email_verified_at = NOW(3) WHERE id = ?', [userId]);
  await mailArchiveReady({ archiveId });
  await mailArchiveReady({ archiveId });
  const [mail, ...more] = await mailbox.taken();
  expect([mail!.subject, more]).toEqual(['Parlance: your archive is ready', []]);
  expect(mail!.text).toContain('https://hub.test/settings/data');
  expect(mail!.text).toMatch(/available until .* UTC\./);
});

it('is one at a time, replaced by the next, and deleted on request or when it expires', async () => {
  const { userId, archiveId } = await makeOwner();
  await expect(requestArchive(userId)).rejects.toMatchObject({ code: 'conflict' });
  await writeArchive({ archiveId });
  const [before] = await objects();
  await requestArchive(userId);
  expect(await objects()).toEqual([]);
  const { id } = await archiveOf(userId);
  expect(id).not.toBe(archiveId);
  await writeArchive({ archiveId: id });
  expect(await objects()).toEqual([expect.not.stringMatching(before!)]);
  expect(await deleteExpiredArchives()).toBe(0);
  await change(AUTOCOMMIT, 'UPDATE data_archives SET expires_at = NOW(3) WHERE id = ?', [id]);
  expect(await findArchive(AUTOCOMMIT, userId)).toBeNull();
  expect([await deleteExpiredArchives(), await objects()]).toEqual([1, []]);
  await requestArchive(userId);
  const { id: last } = await archiveOf(userId);
  expect([await deleteArchive(userId), await deleteArchive(userId)]).toEqual([1, 0]);
  expect(await writeArchive({ archiveId: last })).toBeUndefined();
  expect(await objects()).toEqual([]);
});

it('is written again after the death of its worker, which leaves nothing behind', async () => {
  const { userId, archiveId } = await makeOwner();
  // A worker that was killed: its heartbeat stopped, and its bytes have no row.
  const lost = `archives/${newId()}`;
  await (await files()).put(lost, Buffer.from('half'));
  await change(
    AUTOCOMMIT,
    "UPDATE data_archives SET state = 'writing', attempt = 1, heartbeat_at = NOW(3) WHERE id = ?",
    [archiveId],
  );
  expect(await writeArchive({ archiveId })).toEqual({ againInSeconds: 15 });
  await change(
    AUTOCOMMIT,
    'UPDATE data_archives SET heartbeat_at = NOW(3) - INTERVAL 31 SECOND WHERE id = ?',
    [archiveId],
  );
  expect(await writeArchive({ archiveId })).toBeUndefined();
  const archive = await archiveOf(userId);
  expect(archive).toMatchObject({ state: 'ready', attempt: 2 });
  expect(await sweepArchives()).toBe(0);
  expect(await sweepArchives(Date.now() + 2 * 3_600_000)).toBe(1);
  expect(await objects()).toEqual([archive.objectName]);
});

it('fails after some attempts, and can be requested again', async () => {
  const { userId, archiveId } = await makeOwner();
  const store = await files();
  const put = vi.spyOn(store, 'put').mockRejectedValue(new Error('the store is full'));
  for (let attempt = 1; attempt < 4; attempt += 1)
    expect(await writeArchive({ archiveId })).toEqual({ againInSeconds: 15 });
  expect(await writeArchive({ archiveId })).toBeUndefined();
  expect((await archiveOf(userId)).state).toBe('failed');
  put.mockRestore();
  await requestArchive(userId);
  await writeArchive({ archiveId: (await archiveOf(userId)).id });
  expect((await archiveOf(userId)).state).toBe('ready');
});
