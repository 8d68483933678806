import type { PixelSize } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { FILE_KINDS, type FileType } from '#app/contracts/files/file-types.ts';
import { inspectPicture } from './clean-picture.ts';
import { detectType, HEAD_BYTES } from './detect-type.ts';

/** What every model that works on pictures takes. */
const TAKEN: ReadonlySet<FileType> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/**
 * What a picture in memory is, by what stands in it.
 * @param param the field that it came in
 * @throws AppError invalid_request for anything but a PNG, JPEG or WebP that can be unpacked
 */
export async function lookAtPicture(
  bytes: Buffer,
  param: string,
): Promise<{ type: FileType; size: PixelSize }> {
  const refused = (cause?: unknown) =>
    new AppError('invalid_request', { param, message: `${param}: must be a PNG, JPEG or WebP.`, cause });
  try {
    const type = await detectType(bytes.subarray(0, HEAD_BYTES), '');
    if (FILE_KINDS[type] !== 'image' || !TAKEN.has(type)) throw refused();
    const { width, height } = await inspectPicture(bytes);
    return { type, size: { width, height } };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'invalid_request') throw refused(error);
    throw error;
  }
}
