import type { PixelSize } from '#app/contracts/cost.ts';
import type { FileRecord } from '../records/file-record.ts';

/** What every maker takes; other types, and what may move, are written again. */
const TAKEN = ['image/jpeg', 'image/png'];
/** Larger ones are refused among many by one maker, and made smaller by most of the others. */
const MOST_SIDE = 2000;
/** Of each: ten of them are what one prompt may bring. */
export const MOST_SENT_BYTES = 2 * 1024 * 1024;

/** A picture as a model is sent it: known before it is read. */
export interface SentPicture {
  size: PixelSize;
  /** It is sent as another file than the one that is kept: smaller, or of another type. */
  isRewritten: boolean;
  /** The most bytes that it has. */
  mostBytes: number;
}

/** What of a kept picture a model is sent. */
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
