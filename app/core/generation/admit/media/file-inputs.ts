import { AppError } from '#app/contracts/errors.ts';
import type { ImageInput } from '#app/contracts/media/image.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';

/** A picture of a person as an order names it. */
export function imageInput({ id, width, height }: FileRecord): ImageInput {
  return { source: { fileId: id }, size: { width, height } };
}

/**
 * What a video begins with, or is made from: one picture or one video.
 * @throws AppError invalid_request for a video whose length nobody knows: it could not be held for
 */
export function videoInputs([file]: readonly FileRecord[]): Omit<VideoRequestRecord, 'order'> {
  if (!file) return {};
  if (file.kind === 'image') return { firstFrame: imageInput(file) };
  if (file.seconds === null)
    throw new AppError('invalid_request', {
      param: 'files',
      message: 'files: the length of this video is unknown.',
    });
  return { video: { ...imageInput(file), seconds: file.seconds } };
}
