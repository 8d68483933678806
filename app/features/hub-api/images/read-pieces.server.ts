import { AppError } from '#app/contracts/errors.ts';
import type { ReplyPiece } from '#app/contracts/generation.ts';
import { files } from '#app/core/files/files.ts';
import { findFile } from '#app/core/files/records/find-file.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * A picture of an answer as base64.
 * @throws AppError not_found for one that its owner has deleted, or whose time is over
 */
export async function readPiece({ fileId }: ReplyPiece, userId: string): Promise<string> {
  const file = await findFile(AUTOCOMMIT, { userId, id: fileId });
  const bytes = file && (await (await files()).get(file.objectName));
  if (!bytes)
    throw new AppError('not_found', { message: 'The pictures of this answer are not kept any more.' });
  return bytes.toString('base64');
}
