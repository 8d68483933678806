import type { PixelSize } from '../cost.ts';

/** What is asked of a model that makes pictures, without the pictures that it works on. */
export interface ImageOrder {
  prompt: string;
  /** How many pictures. */
  count: number;
  size?: PixelSize;
  /** `16:9` */
  aspectRatio?: string;
  /** In the maker's words: `1K`, `2K`. */
  resolution?: string;
  quality?: string;
  background?: string;
  outputFormat?: 'png' | 'jpeg' | 'webp';
  /** Of a JPEG or WebP, 0 to 100. */
  outputCompression?: number;
  negativePrompt?: string;
  seed?: number;
  /** How many unfinished pictures may be shown before each. */
  partialImages?: number;
}

/** Most unfinished pictures of one order. */
export const MOST_PARTIALS = 3;

/** A picture to work on. */
export interface ImageInput {
  /** The picture itself, or a file of the caller. */
  source: { dataUrl: string } | { fileId: string };
  /** In pixels, as was found when it was looked at. */
  size: PixelSize;
}

/** What a generation of pictures keeps of its request. */
export interface ImageRequestRecord {
  order: ImageOrder;
  images: readonly ImageInput[];
  /** Where a picture may change: transparent pixels. */
  mask?: ImageInput;
}

/** `1024x1536`; undefined for a text that is no size. */
export function parseSize(text: string | undefined): PixelSize | undefined {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
