import { randomUUID } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';
import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import type { FileContent } from './file-store.ts';
import { MEDIA_FOLDER, putObjects } from './media-objects.ts';
import { readMedia, type Media } from './media/read-media.ts';
import { hashedFile, withSpool, writeSpool } from './media/spool.ts';
import type { FileRecord, FileSource } from './records/file-record.ts';
import { deleteFile, discardObjects, insertFile } from './records/file-rows.ts';
import { findFile } from './records/owned-files.ts';

/** A file to be stored. */
export interface NewFile {
  /** Chosen by the caller (`newId`): a repeat with the same id stores nothing twice. */
  id: string;
  userId: string;
  source: FileSource;
  /** The name that its sender gave it; shown and used for downloads after `cleanName`. */
  name: string;
  /** The type that its sender claims; used only in the message of a refusal. */
  declared: string;
  /** Max bytes; a larger file is refused. */
  maxBytes: number;
  /** When it is deleted automatically; null for never. */
  expiresAt: Date | null;
  /** The generation that made it, and the position among the files of that generation. */
  generatedBy?: { generationId: string; place: number };
  /**
   * Aborted when its sender leaves: processing stops, nothing is stored, and the reason of the signal is
   * thrown.
   */
  signal?: AbortSignal | undefined;
}

/** Longer names are cut; a name is for display and never a path. */
const MAX_NAME_LENGTH = 200;

/** Control characters, and characters that are invisible or change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A file that a user uploads. */
type Upload = Pick<NewFile, 'userId' | 'name' | 'declared' | 'expiresAt' | 'signal'>;

/**
 * Stores the bytes of an image or a video and of its thumbnail: the slow part of storing a file, done before
 * the transaction that writes the row with `insertFile`. Bytes without a row are swept after an hour, or at
 * once by `discardFile`. Memory use does not depend on the size: the content goes through a temporary file.
 * @returns the record to insert
 * @throws AppError invalid_file, file_type_not_supported, file_too_large, file_processing; unavailable when
 * the store is away; errors of reading `content`. Nothing is stored then.
 */
export function prepareFile(file: NewFile, content: FileContent): Promise<FileRecord> {
  return withSpool(async (newPlace) => {
    const place = newPlace();
    await writeSpool(place, content, file.maxBytes);
    const { declared, source, userId, signal } = file;
    const media = await readMedia(place, { declared, source, newPlace, turn: { account: userId, signal } });
    const stored = await storeMedia(media);
    return {
      id: file.id,
      userId,
      source,
      kind: media.kind,
      mimeType: media.type,
      name: cleanName(file.name),
      width: media.width,
      height: media.height,
      seconds: media.seconds,
      ...stored,
      thumbnailBytes: media.thumbnail?.byteLength ?? 0,
      generationId: file.generatedBy?.generationId ?? null,
      place: file.generatedBy?.place ?? null,
      createdAt: new Date(),
      expiresAt: file.expiresAt,
    };
  });
}

/**
 * Stores a file: bytes first, then its row. Idempotent by its id.
 * @returns the file; for a repeat the existing one
 * @throws AppError as `prepareFile`; file_quota; conflict if the id belongs to another user
 */
export async function storeFile(file: NewFile, content: FileContent): Promise<FileRecord> {
  const known = await findFile(AUTOCOMMIT, file);
  if (known) return known;
  const prepared = await prepareFile(file, content);
  try {
    if (await transaction((tx) => insertFile(tx, prepared))) return prepared;
  } catch (error) {
    // If it is unknown whether the commit succeeded, the row may name the bytes: the sweep finds out.
    if (error instanceof AppError) await discardFile(prepared);
    throw error;
  }
  await discardFile(prepared);
  const other = await findFile(AUTOCOMMIT, file);
  if (other) return other;
  throw new AppError('conflict', { message: 'There is a file of this id.', param: 'file_id' });
}

/** Deletes the bytes of a prepared file that gets no row. */
export function discardFile({ objectName, thumbnailName }: FileRecord): Promise<void> {
  return discardObjects([objectName, thumbnailName]);
}

type Stored = Pick<FileRecord, 'bytes' | 'sha256' | 'objectName' | 'thumbnailName'>;

async function storeMedia({ place, thumbnail }: Media): Promise<Stored> {
  const objectName = `${MEDIA_FOLDER}/${randomUUID()}`;
  const thumbnailName = thumbnail && `${MEDIA_FOLDER}/${randomUUID()}`;
  const { content, sums } = await hashedFile(place);
  await putObjects([
    { name: objectName, content },
    ...(thumbnailName && thumbnail ? [{ name: thumbnailName, content: thumbnail }] : []),
  ]);
  return { ...sums(), objectName, thumbnailName };
}

/**
 * The name of a file in lists and downloads: the last part of the path that its sender gave, without
 * characters that disguise it as another name.
 */
export function cleanName(given: string): string {
  const bounded = given.slice(-4 * MAX_NAME_LENGTH);
  const last = bounded.slice(Math.max(bounded.lastIndexOf('/'), bounded.lastIndexOf('\\')) + 1);
  const shown = last.replace(INVISIBLE, '').trim();
  const name = Array.from(shown).slice(0, MAX_NAME_LENGTH).join('');
  return /^\.*$/.test(name) ? 'file' : name;
}

/** Stores a file that a user uploads. @throws AppError as `storeFile` */
export function storeUpload(upload: Upload, content: FileContent): Promise<FileRecord> {
  return storeFile({ id: newId(), source: 'upload', maxBytes: UPLOAD_MAX_BYTES, ...upload }, content);
}

/**
 * Stores a file that must be an image. @throws AppError as `storeFile`; file_type_not_supported for a video
 */
export async function storeImage(image: Upload, content: FileContent): Promise<FileRecord> {
  const stored = await storeUpload(image, content);
  if (stored.kind === 'image') return stored;
  await deleteFile({ userId: image.userId, id: stored.id });
  throw new AppError('file_type_not_supported', { param: 'file', params: { type: stored.mimeType } });
}
