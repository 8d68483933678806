import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import { bounded } from '#app/core/platform/bounded.ts';

/** Most pixels that are unpacked, all frames together: 64 megapixels, a quarter of a gigabyte in memory. */
const MAX_PIXELS = 64 * 1024 * 1024;
const MOST_SECONDS = 30;

/** Unpacked pictures fill memory and threads: two at a time, and some that wait. */
export const limitUnpacking = bounded(2, 200);

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

/** A picture to be unpacked, of its file or of its bytes; to be used within `limitUnpacking`. */
export async function unpack(picture: string | Buffer, animated: boolean): Promise<Sharp> {
  const open = await library();
  const opened = open(picture, { animated, limitInputPixels: MAX_PIXELS, failOn: 'error' });
  return opened.timeout({ seconds: MOST_SECONDS });
}
