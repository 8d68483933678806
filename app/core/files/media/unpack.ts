import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { FileType } from '#app/contracts/files/file-types.ts';
import { MAX_SECONDS } from './turns.ts';

const MEGA = 1024 * 1024;

/**
 * Pixels of a picture that is unpacked, all frames together, by what one costs to read and to write again: ten seconds of
 * a core at most. 64 megapixels are a quarter of a gigabyte in memory.
 */
const MAX_PIXELS: Partial<Record<FileType, number>> = {
  'image/jpeg': 64 * MEGA,
  'image/png': 64 * MEGA,
  'image/webp': 32 * MEGA,
  'image/gif': 32 * MEGA,
  'image/avif': 12 * MEGA,
};

/** Pictures of up to this share of their limit and these bytes take a few hundredths of a second. */
const LIGHT_SHARE = 1 / 256;
const LIGHT_BYTES = 256 * 1024;

type Library = typeof sharp;
let loaded: Promise<Library> | undefined;

/** At the first picture: it takes 70 ms and 20 MB, which no start should wait for and few processes need. */
function library(): Promise<Library> {
  return (loaded ??= import('sharp').then(({ default: own }) => {
    own.cache(false);
    own.concurrency(1);
    return own;
  }));
}

/**
 * A picture to be unpacked, of its file or of its bytes; to be used in a turn.
 * @param isAnimated whether all frames are wanted
 */
export async function unpack(
  picture: string | Buffer,
  { type, isAnimated = false }: { type: FileType; isAnimated?: boolean },
): Promise<Sharp> {
  const open = await library();
  const limitInputPixels = MAX_PIXELS[type] ?? MEGA;
  const opened = open(picture, { animated: isAnimated, limitInputPixels, failOn: 'error' });
  return opened.timeout({ seconds: MAX_SECONDS });
}

/** Whether a picture may be small enough for the light turns: then its frames are counted there. */
export function mayBeLight(type: FileType, bytes: number): boolean {
  return bytes <= LIGHT_BYTES && type !== 'image/avif';
}

/** Whether a picture takes little time: by its frames, before they are unpacked. */
export async function isLight(picture: string | Buffer, type: FileType): Promise<boolean> {
  const {
    width,
    height,
    pageHeight = height,
    pages = 1,
  } = await (await unpack(picture, { type })).metadata();
  return width * pageHeight * pages <= (MAX_PIXELS[type] ?? 0) * LIGHT_SHARE;
}
