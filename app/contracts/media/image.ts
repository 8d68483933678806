import type { PixelSize } from '../cost.ts';

/** A request to an image model, without the images that it works on. */
export interface ImageOrder {
  prompt: string;
  /** Number of images. */
  count: number;
  size?: PixelSize;
  /** `16:9` */
  aspectRatio?: string;
  /** In the maker's terms: `1K`, `2K`. */
  resolution?: string;
  quality?: string;
  background?: string;
  outputFormat?: 'png' | 'jpeg' | 'webp';
  /** Quality of a JPEG or WebP, 0 to 100. */
  outputCompression?: number;
  negativePrompt?: string;
  seed?: number;
  /** Maximum number of previews before each finished image. */
  partialImages?: number;
}

/** Maximum number of previews per order. */
export const MAX_PARTIALS = 3;

/** An input image. */
export interface ImageInput {
  /** The image itself, or a file of the caller. */
  source: { dataUrl: string } | { fileId: string };
  /** In pixels, measured from the image itself. */
  size: PixelSize;
}

/** The stored request of an image generation. */
export interface ImageRequestRecord {
  order: ImageOrder;
  images: readonly ImageInput[];
  /** Transparent pixels mark the area that may change. */
  mask?: ImageInput;
}

/** Parses `1024x1536`; returns undefined for any other text. */
export function parseSize(text: string | undefined): PixelSize | undefined {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
