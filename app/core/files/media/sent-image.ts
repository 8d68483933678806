import type { PixelSize } from '#app/contracts/cost.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';

/** Types that every provider supports; other types, and animated ones, are converted. */
const SUPPORTED = ['image/jpeg', 'image/png'];
/** In requests with many images one provider refuses larger ones; most others scale them down. */
const MAX_SIDE = 2000;
/** Max bytes of each image: a prompt may have ten of them. */
export const MAX_SENT_BYTES = 2 * 1024 * 1024;

/** An image as it is sent to a model, known before its bytes are read. */
export interface SentImage {
  size: PixelSize;
  /** True if the sent file differs from the stored one: smaller, or of another type. */
  isRewritten: boolean;
  /** Max bytes of the sent file. */
  maxBytes: number;
}

/** Computes size and max bytes of a stored image as it is sent to a model. */
export function sentImage({
  mimeType,
  width,
  height,
  bytes,
}: Pick<FileRecord, 'mimeType' | 'width' | 'height' | 'bytes'>): SentImage {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const size = { width: scaled(width, scale), height: scaled(height, scale) };
  const isRewritten = scale < 1 || bytes > MAX_SENT_BYTES || !SUPPORTED.includes(mimeType);
  return { size, isRewritten, maxBytes: isRewritten ? MAX_SENT_BYTES : bytes };
}

const scaled = (side: number, scale: number) => Math.max(1, Math.round(side * scale));
