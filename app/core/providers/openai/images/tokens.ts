import type { PixelSize } from '#app/contracts/cost.ts';
import type { ImageTokens } from '#app/core/providers/provider.ts';

/** Pixels per side for which OpenAI's models bill one token, by quality; each column adds one more token. */
const PIXELS_PER_TOKEN: Readonly<Record<string, number>> = { low: 64, medium: 32 };

const FINEST_CELL = 16;

/** Tokens of each preview that is shown before the image is finished. */
const PARTIAL_TOKENS = 100;

/** A model without a published table may bill up to this factor times the tokens of its predecessor. */
const UNKNOWN_FACTOR = 1.5;

/** The largest of the standard sizes: a model that chooses by itself uses one of them. */
const DEFAULT_SIZE: PixelSize = { width: 1536, height: 1024 };

/** OpenAI's table, which also serves models of which none is published. */
export const openAiImageTokens: ImageTokens = {
  of: (size, { quality }) => tokensOf(size, quality),
  max({ count, quality, partialImages = 0, size = DEFAULT_SIZE }, model) {
    const factor = model.startsWith('gpt-image-1') ? 1 : UNKNOWN_FACTOR;
    const one = Math.ceil(tokensOf(size, quality) * factor) + partialImages * PARTIAL_TOKENS;
    return { imageTokens: one * count, textTokens: 0 };
  },
};

/** The tokens of an image: 1,056 for a square of 1,024 pixels at medium quality. */
function tokensOf({ width, height }: PixelSize, quality: string | undefined): number {
  const cell = PIXELS_PER_TOKEN[quality ?? ''] ?? FINEST_CELL;
  return Math.ceil(width / cell) * (Math.ceil(height / cell) + 1);
}
