import type { Sharp } from 'sharp';
import { AppError } from '#app/contracts/errors.ts';
import type { FileType } from '#app/contracts/files/file-types.ts';
import { limitUnpacking, unpack } from './unpack.ts';

/** The longest side of a thumbnail. */
const THUMBNAIL = 512;
/** What a picture is, and its small copy as WebP. */
export interface PictureFacts {
  /** Pixels as they are seen: after a turn that the file asks for. */
  width: number;
  height: number;
  thumbnail: Buffer;
}

/** How each type is written again; lossy ones at a quality that nobody sees. */
const WRITERS: Partial<Record<FileType, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  'image/webp': (picture) => picture.webp({ quality: 92 }),
  'image/gif': (picture) => picture.gif(),
  'image/avif': (picture) => picture.avif({ quality: 75, effort: 2 }),
};

/**
 * Unpacks a picture whole, which also proves that it is one.
 * @param place a file, or the bytes of one
 * @throws AppError file_processing for what cannot be unpacked or has too many pixels
 */
export function inspectPicture(place: string | Buffer): Promise<PictureFacts> {
  return limitUnpacking(() => orRefuse(() => factsOf(place)));
}

/**
 * Writes a picture again, from its pixels alone: without metadata, and without whatever else stands in its file. A turn
 * that its metadata asks for is made.
 * @param target where the clean one goes
 * @throws AppError file_processing for what cannot be unpacked or has too many pixels
 */
export function cleanPicture(place: string, type: FileType, target: string): Promise<PictureFacts> {
  return limitUnpacking(() =>
    orRefuse(async () => {
      const isAnimated = type === 'image/gif' || type === 'image/webp';
      const picture = await unpack(place, isAnimated);
      await WRITERS[type]!(picture.autoOrient()).toFile(target);
      return factsOf(target);
    }),
  );
}

async function factsOf(place: string | Buffer): Promise<PictureFacts> {
  const picture = await unpack(place, false);
  const { autoOrient } = await picture.metadata();
  const thumbnail = await picture
    .autoOrient()
    .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  return { width: autoOrient.width, height: autoOrient.height, thumbnail };
}

async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('file_processing', { param: 'file', cause });
  }
}
