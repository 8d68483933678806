import { AppError } from '#app/contracts/errors.ts';
import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { FileContent } from './file-store.ts';
import { keepFile } from './keep-file.ts';
import { deleteFile } from './records/delete-files.ts';
import type { FileRecord } from './records/file-record.ts';

/** A picture that somebody brings. */
export interface BroughtPicture {
  userId: string;
  /** As its sender calls it, and the type that he claims. */
  name: string;
  declared: string;
  /** When it goes by itself; null for never. */
  expiresAt: Date | null;
}

/** Keeps what must be a picture. @throws AppError as `keepFile`; file_type_not_supported for a video */
export async function keepPicture(picture: BroughtPicture, content: FileContent): Promise<FileRecord> {
  const kept = await keepFile(
    { id: newId(), source: 'upload', maxBytes: UPLOAD_MAX_BYTES, ...picture },
    content,
  );
  if (kept.kind === 'image') return kept;
  await deleteFile({ userId: picture.userId, id: kept.id });
  throw new AppError('file_type_not_supported', { param: 'file', params: { type: kept.mimeType } });
}
