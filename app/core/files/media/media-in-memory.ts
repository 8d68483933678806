import type { PixelSize } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { FILE_KINDS, type FileType } from '#app/contracts/files/file-types.ts';
import { withBytes } from '#app/core/files/video/byte-source.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import { inspectImage } from './clean-image.ts';
import { detectType, HEAD_BYTES, notSupported } from './detect-type.ts';
import { cleanerOf } from './read-media.ts';
import { takeTurn } from './turns.ts';

/** Types that every model with image input supports. */
const SUPPORTED: ReadonlySet<FileType> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** A video in memory: its facts, and its bytes with location data erased. */
interface VideoInMemory {
  bytes: Buffer;
  type: FileType;
  size: PixelSize;
  seconds: number;
}

/**
 * Detects type and size of an image in memory by its content.
 * @param param the request field that it came in
 * @param turn the account that it is for
 * @returns its type, its size and its thumbnail as WebP
 * @throws AppError invalid_request for anything but a PNG, JPEG or WebP that can be decoded; as `takeTurn`
 */
export async function readImageFacts(
  bytes: Buffer,
  param: string,
  turn: Turn,
): Promise<{ type: FileType; size: PixelSize; thumbnail: Buffer }> {
  const refused = (cause?: unknown) =>
    new AppError('invalid_request', { param, message: `${param}: must be a PNG, JPEG or WebP.`, cause });
  const orRefuse = (error: unknown): never => {
    throw error instanceof AppError && error.code !== 'unavailable' ? refused(error) : error;
  };
  const type = await detectType(bytes.subarray(0, HEAD_BYTES), '').catch(orRefuse);
  if (!SUPPORTED.has(type)) throw refused();
  const { width, height, thumbnail } = await inspectImage(bytes, type, turn).catch(orRefuse);
  return { type, size: { width, height }, thumbnail };
}

/** True if the content of a file in memory is a video. */
export async function isVideo(bytes: Buffer): Promise<boolean> {
  const type = await detectType(bytes.subarray(0, HEAD_BYTES), '').catch(() => null);
  return type !== null && FILE_KINDS[type] === 'video';
}

/**
 * Reads the facts of a video in memory, and erases location data in these bytes.
 * @param param the request field that it came in
 * @param turn the account that it is for; null: without waiting
 * @throws AppError invalid_request for anything but a video that states its size and length; as `takeTurn`
 */
export async function readVideoFacts(
  bytes: Buffer,
  param: string,
  turn: Turn | null,
): Promise<VideoInMemory> {
  const read = async (signal?: AbortSignal) => {
    const type = await detectType(bytes.subarray(0, HEAD_BYTES), '');
    if (FILE_KINDS[type] !== 'video') throw notSupported(type);
    return { type, ...(await withBytes(bytes, cleanerOf(type), signal)) };
  };
  const facts = turn ? takeTurn('video', turn, read) : read();
  const { type, width, height, seconds } = await facts.catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'unavailable')
      throw refusedVideo(param, 'must be an MP4, QuickTime or WebM video.', error);
    throw error;
  });
  if (seconds === null) throw refusedVideo(param, 'must be a video that says how long it is.');
  return { bytes, type, size: { width, height }, seconds };
}

function refusedVideo(param: string, what: string, cause?: unknown): AppError {
  return new AppError('invalid_request', { param, message: `${param}: ${what}`, cause });
}
