import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { PixelSize } from '#app/contracts/cost.ts';
import type { ImageOrder } from '#app/contracts/media/image.ts';
import { GEMINI_MOST_TOKENS } from '#app/core/providers/media/google/images.ts';

/** Pixels along a side for which OpenAI's models bill a token, by quality; each row of them ends with one more. */
const CELLS: Readonly<Record<string, number>> = { low: 64, medium: 32 };
const FINEST_CELL = 16;
/** Each picture that is shown before it is finished. */
const PARTIAL_TOKENS = 100;
/** A model of which no table is published may bill so many times of what its predecessor bills. */
const UNKNOWN_FACTOR = 1.5;
/** The largest of the usual sizes: what a model chooses by itself is one of them. */
const CHOSEN: PixelSize = { width: 1536, height: 1024 };

/** Tokens of a picture by OpenAI's table: 1,056 for a square of 1,024 pixels at medium quality. */
export function openAiTokens({ width, height }: PixelSize, quality: string | undefined): number {
  const cell = CELLS[quality ?? ''] ?? FINEST_CELL;
  return Math.ceil(width / cell) * (Math.ceil(height / cell) + 1);
}

/** Gemini bills a picture by its resolution alone. */
const GEMINI_TOKENS: Readonly<Record<string, number>> = { '4K': 2_520 };
const GEMINI_USUAL = 1_680;

/** What a picture that is there takes by its maker's table. */
export function tokensOf(
  size: PixelSize,
  { quality, resolution }: Pick<ImageOrder, 'quality' | 'resolution'>,
  dialect: Dialect | null,
): number {
  return dialect === 'google' ? geminiTokens(resolution) : openAiTokens(size, quality);
}

const geminiTokens = (resolution: string | undefined) => GEMINI_TOKENS[resolution ?? ''] ?? GEMINI_USUAL;

/** Of what is billed beside the picture (thoughts, words): more is cut off (`google/gemini-request.ts`). */
export interface MostOutput {
  imageTokens: number;
  textTokens: number;
}

/**
 * The most that what comes out is billed as, in tokens, by who bills tokens at all.
 * @param size that was asked for; undefined: the model chooses
 */
export function mostOutput(
  order: Pick<ImageOrder, 'count' | 'quality' | 'resolution' | 'partialImages' | 'size'>,
  { dialect, upstreamModel }: { dialect: Dialect | null; upstreamModel: string },
): MostOutput {
  const { count, quality, resolution, partialImages = 0, size = CHOSEN } = order;
  if (dialect === 'google') {
    // Two pictures are seldom in an answer, and never more were seen.
    const imageTokens = 2 * geminiTokens(resolution);
    return { imageTokens, textTokens: GEMINI_MOST_TOKENS - imageTokens };
  }
  const factor = upstreamModel.startsWith('gpt-image-1') ? 1 : UNKNOWN_FACTOR;
  const one = Math.ceil(openAiTokens(size, quality) * factor) + partialImages * PARTIAL_TOKENS;
  return { imageTokens: one * count, textTokens: 0 };
}
