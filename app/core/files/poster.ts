import { randomUUID } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { MEDIA_FOLDER, putObjects } from './media-objects.ts';
import { readImageFacts } from './media/media-in-memory.ts';
import type { FileRecord } from './records/file-record.ts';
import { assertFits, discardObjects } from './records/file-rows.ts';
import { findFile } from './records/owned-files.ts';

/**
 * Stores the poster image of a video of the same owner: only as a thumbnail like that of an image, which is
 * counted and deleted with its file. If the video has one already, it stays and the image is not read:
 * repeats are harmless.
 * @param read returns the image
 * @returns the file afterwards
 * @throws AppError not_found; invalid_request for anything but a PNG, JPEG or WebP; file_quota; unavailable
 * when the store is away; errors of `read`
 */
export async function storePoster(
  { signal, ...at }: { userId: string; id: string; signal?: AbortSignal },
  read: () => Promise<Buffer>,
): Promise<FileRecord> {
  const file = await findOwn(at);
  if (file.thumbnailName !== null) return file;
  const { thumbnail } = await readImageFacts(await read(), 'file', { account: at.userId, signal });
  const name = `${MEDIA_FOLDER}/${randomUUID()}`;
  await putObjects([{ name, content: thumbnail }]);
  let isNamed = false;
  try {
    isNamed = await nameThumbnail(file, { name, bytes: thumbnail.byteLength });
  } catch (error) {
    // If it is unknown whether the commit succeeded, the row may name the bytes: the sweep finds out.
    if (error instanceof AppError) await discardObjects([name]);
    throw error;
  }
  if (!isNamed) await discardObjects([name]);
  return findOwn(at);
}

async function findOwn(at: { userId: string; id: string }): Promise<FileRecord> {
  const file = await findFile(AUTOCOMMIT, at);
  if (!file) throw new AppError('not_found', { message: 'There is no such file.' });
  return file;
}

/**
 * Locks the usage first, as a deletion does. @returns false if it has a thumbnail already, or the file is
 * gone
 */
function nameThumbnail(
  { id, userId, source }: FileRecord,
  { name, bytes }: { name: string; bytes: number },
): Promise<boolean> {
  return transaction(async (tx) => {
    const usage = await selectRow<{ bytes: string }>(
      tx,
      'SELECT bytes FROM file_usage WHERE user_id = ? FOR UPDATE',
      [userId],
    );
    const named = await change(
      tx,
      `UPDATE files FORCE INDEX (PRIMARY) SET thumbnail_name = ?, thumbnail_bytes = ?
       WHERE id = ? AND user_id = ? AND thumbnail_name IS NULL`,
      [name, bytes, id, userId],
    );
    if (named === 0) return false;
    if (source === 'upload') assertFits(Number(usage?.bytes ?? 0) + bytes);
    await change(tx, 'UPDATE file_usage SET bytes = bytes + ? WHERE user_id = ?', [bytes, userId]);
    return true;
  });
}
