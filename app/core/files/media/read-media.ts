import { FILE_KINDS, type FileKind, type FileType } from '#app/contracts/files/file-types.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import { withSource, type ByteSource, type VideoFacts } from '../video/byte-source.ts';
import { cleanMp4 } from '../video/clean-mp4.ts';
import { cleanWebm } from '../video/clean-webm.ts';
import type { FileSource } from '../records/file-record.ts';
import { cleanImage, inspectImage } from './clean-image.ts';
import { detectType, HEAD_BYTES } from './detect-type.ts';
import { readHead } from './spool.ts';
import { takeTurn } from './turns.ts';

/** An image or a video that is ready to be stored. */
export interface Media {
  kind: FileKind;
  type: FileType;
  width: number;
  height: number;
  seconds: number | null;
  /** WebP; null for a video. */
  thumbnail: Buffer | null;
  /** Path of the temporary file whose bytes are to be stored. */
  place: string;
}

interface Reading {
  /** The type that its sender claims. */
  declared: string;
  source: FileSource;
  newPlace: () => string;
  /** The account that the file is for. */
  turn: Turn;
}

/**
 * Examines a temporary file by its content, and removes from an upload what its owner may not know of:
 * metadata of images, locations in videos. An image that a model generated stays unchanged.
 * @throws AppError invalid_file, file_type_not_supported, file_processing; as `takeTurn`
 */
export async function readMedia(
  place: string,
  { declared, source, newPlace, turn }: Reading,
): Promise<Media> {
  const type = await detectType(await readHead(place, HEAD_BYTES), declared);
  if (FILE_KINDS[type] === 'image') {
    const target = source === 'upload' ? newPlace() : place;
    const facts =
      source === 'upload'
        ? await cleanImage(place, { type, target, turn })
        : await inspectImage(place, type, turn);
    return { kind: 'image', type, ...facts, seconds: null, place: target };
  }
  const facts = await takeTurn('video', turn, (signal) => withSource(place, cleanerOf(type), signal));
  return { kind: 'video', type, ...facts, thumbnail: null, place };
}

/** Returns the reader for videos of a type, which also erases location data. */
export function cleanerOf(type: FileType): (source: ByteSource) => Promise<VideoFacts> {
  return type === 'video/webm' ? cleanWebm : cleanMp4;
}
