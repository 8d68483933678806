import { readFile } from 'node:fs/promises';
import type { PixelSize } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { FILE_KINDS, type FileType } from '#app/contracts/files/file-types.ts';
import type { Turn } from '#app/core/platform/fair-turns.ts';
import { detectType, HEAD_BYTES } from './detect-type.ts';
import { readMedia } from './read-media.ts';
import { withSpool, writeSpool } from './spool.ts';

/** Whether a file in memory is a video, by what stands in it. */
export async function isVideo(bytes: Buffer): Promise<boolean> {
  const type = await detectType(bytes.subarray(0, HEAD_BYTES), '').catch(() => null);
  return type !== null && FILE_KINDS[type] === 'video';
}

/**
 * What a video in memory is, and its bytes without what may say where it was taken.
 * @param param the field that it came in
 * @param turn the account that it is for
 * @throws AppError invalid_request for anything but a video that says how large and how long it is
 */
export function lookAtVideo(
  bytes: Buffer,
  param: string,
  turn: Turn,
): Promise<{ bytes: Buffer; type: FileType; size: PixelSize; seconds: number }> {
  return withSpool(async (newPlace) => {
    const place = newPlace();
    await writeSpool(place, bytes, bytes.byteLength);
    const video = await readMedia(place, { declared: '', source: 'upload', newPlace, turn }).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code !== 'unavailable')
          throw refused(param, 'must be an MP4, QuickTime or WebM video.', error);
        throw error;
      },
    );
    const { kind, type, width, height, seconds } = video;
    if (kind !== 'video' || seconds === null)
      throw refused(param, 'must be a video that says how long it is.');
    return { bytes: await readFile(video.place), type, size: { width, height }, seconds };
  });
}

function refused(param: string, what: string, cause?: unknown): AppError {
  return new AppError('invalid_request', { param, message: `${param}: ${what}`, cause });
}
