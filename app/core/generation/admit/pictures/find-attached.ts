import { AppError } from '#app/contracts/errors.ts';
import { MESSAGE_FILES_MOST, type FileKind } from '#app/contracts/files/file-types.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The files that a new message is sent with, in their order, each once.
 * @param kinds what its model takes at most
 * @throws AppError naming `files`: invalid_request for too many, not_found for one that is not there, has expired or is
 *   somebody else's, file_type_not_supported for one of another kind
 */
export async function findAttached(
  { userId, mode, files = [] }: Pick<ChatSend, 'userId' | 'mode' | 'files'>,
  kinds: readonly FileKind[] = ['image', 'video'],
): Promise<FileRecord[]> {
  if (files.length === 0 || (mode !== 'send' && mode !== 'edit')) return [];
  const ids = [...new Set(files)];
  if (ids.length > MESSAGE_FILES_MOST)
    throw new AppError('invalid_request', {
      param: 'files',
      message: `files: at most ${MESSAGE_FILES_MOST} are sent with a message.`,
    });
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return ids.map((id) => {
    const file = found.get(id);
    if (!file) throw new AppError('not_found', { param: 'files', message: 'files names no file of yours.' });
    if (!kinds.includes(file.kind))
      throw new AppError('file_type_not_supported', { param: 'files', params: { type: file.mimeType } });
    return file;
  });
}
