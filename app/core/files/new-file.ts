import { randomUUID } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';
import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import type { FileContent } from './file-store.ts';
import { MEDIA_FOLDER, putObjects } from './media-objects.ts';
import { readMedia, type Media } from './media/read-media.ts';
import { countedFile, withSpool, writeSpool } from './media/spool.ts';
import type { FileRecord, FileSource } from './records/file-record.ts';
import { deleteFile, discardObjects, insertFile } from './records/file-rows.ts';
import { findFile } from './records/owned-files.ts';

/** A file that somebody wants to be kept. */
export interface NewFile {
  /** Chosen by who keeps it (`newId`): a repeat by the same id keeps nothing twice. */
  id: string;
  userId: string;
  source: FileSource;
  /** As its sender calls it; shown and used for downloads after `cleanName`. */
  name: string;
  /** The type that its sender claims; only the words of a refusal use it. */
  declared: string;
  /** Bytes after which it is refused. */
  maxBytes: number;
  /** When it goes by itself; null for never. */
  expiresAt: Date | null;
  /** Who made it: a generation, and the place among what that one makes. */
  madeBy?: { generationId: string; place: number };
  /** Aborted when its sender leaves: the work ends, nothing is stored, and the reason of the signal is thrown. */
  signal?: AbortSignal | undefined;
}

/** Longer names are cut; a name is words for people and never a path. */
const MAX_NAME_LENGTH = 200;

/** Control characters, and marks that turn the direction of what follows or cannot be seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A picture that somebody brings. */
interface BroughtPicture {
  userId: string;
  /** As its sender calls it, and the type that he claims. */
  name: string;
  declared: string;
  /** When it goes by itself; null for never. */
  expiresAt: Date | null;
}

/**
 * Puts the bytes of a picture or a video, and its thumbnail, into the store: the part of keeping that takes time, done
 * before the transaction that writes the row by `insertFile`. Bytes of which no row is written are swept after an hour,
 * or at once by `discardFile`. Memory is flat: whatever its size, it goes through a temporary file.
 * @returns the record to insert
 * @throws AppError invalid_file, file_type_not_supported, file_too_large, file_processing; unavailable where the store
 *   is away; what reading `content` throws. Nothing is stored then.
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
      generationId: file.madeBy?.generationId ?? null,
      place: file.madeBy?.place ?? null,
      createdAt: new Date(),
      expiresAt: file.expiresAt,
    };
  });
}

/**
 * Keeps a file: bytes first, then its row. Harmless when repeated by its id.
 * @returns the file; of a repeat the one that is there
 * @throws AppError as `prepareFile`; file_quota; conflict where the id is somebody else's
 */
export async function keepFile(file: NewFile, content: FileContent): Promise<FileRecord> {
  const known = await findFile(AUTOCOMMIT, file);
  if (known) return known;
  const prepared = await prepareFile(file, content);
  try {
    if (await transaction((tx) => insertFile(tx, prepared))) return prepared;
  } catch (error) {
    // Where the commit's fate is unknown the row may name them: the sweep knows.
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
  const { content, sums } = await countedFile(place);
  await putObjects([
    { name: objectName, content },
    ...(thumbnailName && thumbnail ? [{ name: thumbnailName, content: thumbnail }] : []),
  ]);
  return { ...sums(), objectName, thumbnailName };
}

/**
 * What a file is called in lists and downloads: the last part of the path that its sender gave it, without marks that
 * make it look like another name.
 */
export function cleanName(given: string): string {
  const bounded = given.slice(-4 * MAX_NAME_LENGTH);
  const last = bounded.slice(Math.max(bounded.lastIndexOf('/'), bounded.lastIndexOf('\\')) + 1);
  const shown = last.replace(INVISIBLE, '').trim();
  const name = Array.from(shown).slice(0, MAX_NAME_LENGTH).join('');
  return /^\.*$/.test(name) ? 'file' : name;
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
