import type { PixelSize } from '#app/contracts/cost.ts';
import type { FileRecord } from '../records/file-record.ts';

/** Types that every provider supports; other types, and animated ones, are converted. */
const TAKEN = ['image/jpeg', 'image/png'];
/** In requests with many images one provider refuses larger ones; most others scale them down. */
const MOST_SIDE = 2000;
/** Max bytes of each image: a prompt may have ten of them. */
export const MOST_SENT_BYTES = 2 * 1024 * 1024;

/** An image as it is sent to a model, known before its bytes are read. */
export interface SentPicture {
  size: PixelSize;
  /** True if the sent file differs from the stored one: smaller, or of another type. */
  isRewritten: boolean;
  /** Max bytes of the sent file. */
  mostBytes: number;
}

/** Computes size and max bytes of a stored image as it is sent to a model. */
export function sentPicture({
  mimeType,
  width,
  height,
  bytes,
}: Pick<FileRecord, 'mimeType' | 'width' | 'height' | 'bytes'>): SentPicture {
  const scale = Math.min(1, MOST_SIDE / Math.max(width, height));
  const size = { width: scaled(width, scale), height: scaled(height, scale) };
  const isRewritten = scale < 1 || bytes > MOST_SENT_BYTES || !TAKEN.includes(mimeType);
  return { size, isRewritten, mostBytes: isRewritten ? MOST_SENT_BYTES : bytes };
}

const scaled = (side: number, scale: number) => Math.max(1, Math.round(side * scale));
