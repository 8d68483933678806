import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { FileType } from '#app/contracts/files/file-types.ts';
import { MAX_SECONDS } from './turns.ts';

const MEGA = 1024 * 1024;

/**
 * Max pixels of a decoded image, all frames together, by the cost of decoding and encoding a pixel: at most
 * ten seconds of one core. 64 megapixels are a quarter of a gigabyte in memory.
 */
const MAX_PIXELS: Partial<Record<FileType, number>> = {
  'image/jpeg': 64 * MEGA,
  'image/png': 64 * MEGA,
  'image/webp': 32 * MEGA,
  'image/gif': 32 * MEGA,
  'image/avif': 12 * MEGA,
};

/** Images up to this share of their limit, and up to these bytes, take a few hundredths of a second. */
const LIGHT_SHARE = 1 / 256;
const LIGHT_BYTES = 256 * 1024;

type Library = typeof sharp;
let loaded: Promise<Library> | undefined;

/**
 * Loaded with the first image: it takes 70 ms and 20 MB, which should not delay the start, and few processes
 * need it.
 */
function library(): Promise<Library> {
  return (loaded ??= import('sharp').then(({ default: own }) => {
    own.cache(false);
    own.concurrency(1);
    return own;
  }));
}

/**
 * Opens an image for decoding, from its file or its bytes; call it within a turn.
 * @param isAnimated true to decode all frames
 */
export async function unpack(
  image: string | Buffer,
  { type, isAnimated = false }: { type: FileType; isAnimated?: boolean },
): Promise<Sharp> {
  const open = await library();
  const limitInputPixels = MAX_PIXELS[type] ?? MEGA;
  const opened = open(image, { animated: isAnimated, limitInputPixels, failOn: 'error' });
  return opened.timeout({ seconds: MAX_SECONDS });
}

/** True if an image may be small enough for the light lane, where its frames are then counted. */
export function mayBeLight(type: FileType, bytes: number): boolean {
  return bytes <= LIGHT_BYTES && type !== 'image/avif';
}

/** True if an image takes little time, judged by its frames before they are decoded. */
export async function isLight(image: string | Buffer, type: FileType): Promise<boolean> {
  const { width, height, pageHeight = height, pages = 1 } = await (await unpack(image, { type })).metadata();
  return width * pageHeight * pages <= (MAX_PIXELS[type] ?? 0) * LIGHT_SHARE;
}
