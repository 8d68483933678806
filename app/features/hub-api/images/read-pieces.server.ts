import { AppError } from '#app/contracts/errors.ts';
import type { ReplyPiece } from '#app/contracts/generation.ts';
import { files } from '#app/core/files/files.ts';
import { isStoreAway } from '#app/core/files/store-failure.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * A picture of an answer as base64.
 * @throws AppError not_found for one that its owner has deleted, or whose time is over; unavailable where the store is away,
 *   with the ways to a picture that is paid for
 */
export async function readPiece({ fileId }: ReplyPiece, userId: string): Promise<string> {
  const file = await findFile(AUTOCOMMIT, { userId, id: fileId });
  const bytes = file && (await read(file.objectName));
  if (!bytes)
    throw new AppError('not_found', { message: 'The pictures of this answer are not kept any more.' });
  return bytes.toString('base64');
}

async function read(objectName: string): Promise<Buffer | null> {
  try {
    return await (await files()).get(objectName);
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    const { message, retryAfterSeconds = 5 } = error;
    throw new AppError('unavailable', {
      message: `${message} The picture is charged and stored for a day: it is among the files of the account, and a repeat of the call with the same Idempotency-Key delivers it.`,
      retryAfterSeconds,
      cause: error,
    });
  }
}
