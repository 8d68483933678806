import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepOrphans } from '#app/core/files/media-objects.ts';
import { deleteFile, readFileUsage } from '#app/core/files/records/file-rows.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startS3, type S3Double } from '#tests/doubles/s3/start-s3.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { keep, objects, upload } from './stage.ts';

useFileStore();
let s3: S3Double;
let userId: string;
beforeAll(async () => {
  s3 = await startS3('key-of-the-test');
  Object.assign(process.env, {
    S3_BUCKET: 'kept',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'key-of-the-test',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(() => s3.close());
beforeEach(async () => {
  await emptyTables();
  s3.objects.clear();
  ({ userId } = await createAccount());
});

it('stores files in a bucket, sweeps unreferenced ones, and deletes', async () => {
  const file = await keep(upload(userId), webm());
  await keep(upload(userId), webm());
  s3.objects.set('kept/media/lost', { bytes: Buffer.from('x'), storedAt: new Date() });
  expect(await objects()).toHaveLength(3);
  expect(await sweepOrphans(Date.now() + 2 * 3600 * 1000)).toBe(1);
  expect(await deleteFile(file)).toBe(true);
  expect(await objects()).toHaveLength(1);
});

it('reports when the bucket is away, and has stored nothing', async () => {
  await s3.close();
  await expect(keep(upload(userId), webm())).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The file store cannot be reached. Please try again in a moment.',
  });
  expect(await readFileUsage(AUTOCOMMIT, userId)).toEqual({ files: 0, bytes: 0 });
});
