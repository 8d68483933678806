import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { files } from '#app/core/files/files.ts';
import { storePoster } from '#app/core/files/poster.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { deleteFile, readFileUsage } from '#app/core/files/records/file-rows.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { webm } from '#tests/fixtures/media/webm.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { keep, objects, upload } from './stage.ts';

useFileStore();
let userId: string;
let id: string;

beforeEach(async () => {
  await emptyTables();
  ({ userId } = await createAccount());
  ({ id } = await keep(upload(userId, { name: 'film.webm' }), webm()));
});

const image = (background: string) =>
  sharp({ create: { width: 1280, height: 720, channels: 3, background } })
    .jpeg()
    .toBuffer();

it('represents a video as a small copy of its own, which is counted and deleted with it', async () => {
  const before = await readFileUsage(AUTOCOMMIT, userId);
  const file = await storePoster({ userId, id }, () => image('#c36'));
  expect(viewFile(file)).toMatchObject({ file_id: id, preview: `/files/${id}?thumbnail` });
  const bytes = await (await files()).get(file.thumbnailName!);
  expect(await sharp(bytes!).metadata()).toMatchObject({ format: 'webp', width: 512, height: 288 });
  expect(file.thumbnailBytes).toBe(bytes!.byteLength);
  expect(await readFileUsage(AUTOCOMMIT, userId)).toEqual({
    files: 1,
    bytes: before.bytes + bytes!.byteLength,
  });
  expect(await deleteFile({ userId, id })).toBe(true);
  expect(await objects()).toEqual([]);
  expect(await readFileUsage(AUTOCOMMIT, userId)).toEqual({ files: 0, bytes: 0 });
});

it('is the first of several that arrive at once, and nothing is left of the others', async () => {
  const kept = await Promise.all(
    ['#c36', '#36c', '#3c6'].map((colour) => storePoster({ userId, id }, () => image(colour))),
  );
  expect(new Set(kept.map(({ thumbnailName }) => thumbnailName)).size).toBe(1);
  expect(await objects()).toHaveLength(2);
  const { bytes, thumbnailBytes } = kept[0]!;
  expect(await readFileUsage(AUTOCOMMIT, userId)).toEqual({ files: 1, bytes: bytes + thumbnailBytes });
});

it('leaves nothing if its video is deleted meanwhile', async () => {
  const keeping = storePoster({ userId, id }, async () => {
    await deleteFile({ userId, id });
    return image('#c36');
  });
  await expect(keeping).rejects.toMatchObject({ code: 'not_found' });
  expect(await objects()).toEqual([]);
  expect(await readFileUsage(AUTOCOMMIT, userId)).toEqual({ files: 0, bytes: 0 });
});
