import { AppError } from '#app/contracts/errors.ts';
import { PROMPT_FILES_MOST } from '#app/contracts/files/file-types.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Pictures that every model which works on some takes. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * What a new prompt is sent with, in its order, each once: pictures; for a video one picture that it begins with, or one
 * video that is changed.
 * @throws AppError naming `files`: invalid_request for too many, not_found for one that is not there, has expired or is
 *   somebody else's, file_type_not_supported for what the output is not made from
 */
export async function findInputs({
  userId,
  files,
  output,
}: {
  userId: string;
  files: readonly string[];
  output: Output;
}): Promise<FileRecord[]> {
  const ids = [...new Set(files)];
  if (ids.length === 0) return [];
  const most = output === 'video' ? 1 : PROMPT_FILES_MOST;
  if (ids.length > most)
    throw new AppError('invalid_request', {
      param: 'files',
      message: `files: at most ${most} with a prompt for this.`,
    });
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return ids.map((id) => {
    const file = found.get(id);
    if (!file) throw new AppError('not_found', { param: 'files', message: 'files names no file of yours.' });
    assertFits(file, output);
    return file;
  });
}

function assertFits({ kind, mimeType, seconds }: FileRecord, output: Output): void {
  const isTaken =
    // Words are told of a picture that is written again for them, of whatever type it is.
    kind === 'image' ? output === 'text' || PICTURES.includes(mimeType) : output === 'video';
  if (!isTaken) throw new AppError('file_type_not_supported', { param: 'files', params: { type: mimeType } });
  if (kind === 'video' && seconds === null)
    throw new AppError('invalid_request', {
      param: 'files',
      message: 'files: the video does not say how long it is.',
    });
}
