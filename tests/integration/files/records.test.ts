import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { files } from '#app/core/files/files.ts';
import { sweepOrphans } from '#app/core/files/media-objects.ts';
import { discardFile, prepareFile } from '#app/core/files/new-file.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import {
  deleteExpiredFiles,
  deleteFile,
  insertFile,
  readFileUsage,
} from '#app/core/files/records/file-rows.ts';
import { findFile, listFiles } from '#app/core/files/records/owned-files.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { keep, objects, upload } from './stage.ts';

useFileStore();

let userId: string;
let other: string;
let png: Buffer;
beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
  other = (await createAccount()).userId;
  png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
});

const namesOf = ({ objectName, thumbnailName }: FileRecord) => [objectName, thumbnailName!].sort();

/** Checks that rows and their sums agree. */
async function sumsOf(owner: string) {
  const row = await selectRow<{ files: string; bytes: string }>(
    AUTOCOMMIT,
    'SELECT COUNT(*) AS files, COALESCE(SUM(bytes + thumbnail_bytes), 0) AS bytes FROM files WHERE user_id = ?',
    [owner],
  );
  const sums = { files: Number(row!.files), bytes: Number(row!.bytes) };
  expect(await readFileUsage(AUTOCOMMIT, owner)).toEqual(sums);
  return sums.files;
}

it('stores a file once, however often it is stored with its id, also at once', async () => {
  const file = upload(userId);
  const kept = await Promise.all(Array.from({ length: 5 }, () => keep(file, png)));
  expect(new Set(kept.map(({ objectName }) => objectName)).size).toBe(1);
  expect(await objects()).toEqual(namesOf(kept[0]!));
  expect(await sumsOf(userId)).toBe(1);
  await expect(keep({ ...file, userId: other }, png)).rejects.toMatchObject({ code: 'conflict' });
  expect(await objects()).toHaveLength(2);
});

it('is neither visible to other users nor deleted by them', async () => {
  const { id } = await keep(upload(userId), png);
  expect(await findFile(AUTOCOMMIT, { userId: other, id })).toBeNull();
  expect(await deleteFile({ userId: other, id })).toBe(false);
  expect(await findFile(AUTOCOMMIT, { userId, id: 'no-id' })).toBeNull();
  expect(await deleteFile({ userId, id })).toBe(true);
  expect([await objects(), await sumsOf(userId), await deleteFile({ userId, id })]).toEqual([[], 0, false]);
});

it('lists the newest first, in pages, and filters by a word in the name', async () => {
  for (const name of ['a cat.png', '100%.png', '../../etc/cat\u202egnp.png'])
    await keep(upload(userId, { name }), png);
  const page = (facts: object) => listFiles(AUTOCOMMIT, { userId, search: '', before: '', max: 2, ...facts });
  const first = await page({});
  expect(first.map(({ name }) => name)).toEqual(['catgnp.png', '100%.png']);
  expect((await page({ before: first[1]!.id })).map(({ name }) => name)).toEqual(['a cat.png']);
  expect((await page({ search: '%' })).map(({ name }) => name)).toEqual(['100%.png']);
  expect((await page({ search: 'CAT' })).length).toBe(2);
  expect(await page({ userId: other })).toEqual([]);
});

it('refuses uploads over the quota, also when they arrive at once, and never a model’s output', async () => {
  const { bytes, thumbnailBytes } = await keep(upload(userId), png);
  const quota = config().LIMIT_FILES_MB * 1024 * 1024;
  const full = {
    ...(await prepareFile(upload(userId), png)),
    bytes: quota - 2 * (bytes + thumbnailBytes) - thumbnailBytes,
  };
  await transaction((tx) => insertFile(tx, full));
  const ends = await Promise.allSettled(Array.from({ length: 4 }, () => keep(upload(userId), png)));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = ends.find((end) => end.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'file_quota', params: { max: config().LIMIT_FILES_MB } });
  await keep(upload(userId, { source: 'result' }), png);
  expect(await sumsOf(userId)).toBe(4);
  expect(await objects()).toHaveLength(8);
});

it('removes expired files', async () => {
  const gone = await keep(upload(userId, { expiresAt: new Date(Date.now() - 1000) }), png);
  const kept = await keep(upload(userId, { expiresAt: new Date(Date.now() + 60_000) }), png);
  expect([await findFile(AUTOCOMMIT, gone), (await findFile(AUTOCOMMIT, kept))?.id]).toEqual([null, kept.id]);
  expect([await deleteExpiredFiles(), await deleteExpiredFiles()]).toEqual([1, 0]);
  expect(await objects()).toEqual(namesOf(kept));
  expect(await sumsOf(userId)).toBe(1);
});

it('removes unreferenced objects, and only after an hour', async () => {
  const kept = await keep(upload(userId), png);
  const lost = await prepareFile(upload(userId, { id: newId() }), png);
  expect(await sweepOrphans()).toBe(0);
  expect(await sweepOrphans(Date.now() + 2 * 3600 * 1000)).toBe(2);
  expect(await objects()).toEqual(namesOf(kept));
  await discardFile(lost);
  expect((await (await files()).get(kept.objectName))?.length).toBe(kept.bytes);
});
