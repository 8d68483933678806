import type { PixelSize } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { FileType } from '#app/contracts/files/file-types.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import { inspectPicture } from './clean-picture.ts';
import { detectType, HEAD_BYTES } from './detect-type.ts';

/** What every model that works on pictures takes. */
const TAKEN: ReadonlySet<FileType> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/**
 * What a picture in memory is, by what stands in it.
 * @param param the field that it came in
 * @param turn the account that it is for
 * @returns its type, its size and its small copy as WebP
 * @throws AppError invalid_request for anything but a PNG, JPEG or WebP that can be unpacked; as `takeTurn`
 */
export async function lookAtPicture(
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
  if (!TAKEN.has(type)) throw refused();
  const { width, height, thumbnail } = await inspectPicture(bytes, type, turn).catch(orRefuse);
  return { type, size: { width, height }, thumbnail };
}
