import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { PixelSize, Usage } from '#app/contracts/cost.ts';
import type { ImageOrder, ImageRequestRecord } from '#app/contracts/media/image.ts';
import { maxImageTokens } from '#app/core/catalogue/tokens/image-tokens.ts';
import { GEMINI_MAX_TOKENS } from '#app/core/providers/google/media/images.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { dialectFor } from '#app/core/tasks/media/media-job.ts';
import type { Made, Used } from '#app/core/tasks/task.ts';

/** Pixels per side for which OpenAI's models bill one token, by quality; each column adds one more token. */
const PIXELS_PER_TOKEN: Readonly<Record<string, number>> = { low: 64, medium: 32 };

const FINEST_CELL = 16;

/** Tokens of each preview that is shown before the image is finished. */
const PARTIAL_TOKENS = 100;

/** A model without a published table may bill up to this factor times the tokens of its predecessor. */
const UNKNOWN_FACTOR = 1.5;

/** The largest of the standard sizes: a model that chooses by itself uses one of them. */
const DEFAULT_SIZE: PixelSize = { width: 1536, height: 1024 };

/** The largest image that a model creates when the order names no size. */
const MAX_SIZE: PixelSize = { width: 2048, height: 2048 };

/** Max tokens that OpenAI's models bill for an input image at high detail. */
const MAX_DETAIL_TOKENS = 6_600;

/** Tokens of an image by OpenAI's table: 1,056 for a square of 1,024 pixels at medium quality. */
export function openAiTokens({ width, height }: PixelSize, quality: string | undefined): number {
  const cell = PIXELS_PER_TOKEN[quality ?? ''] ?? FINEST_CELL;
  return Math.ceil(width / cell) * (Math.ceil(height / cell) + 1);
}

/** Gemini bills an image by its resolution alone. */
const GEMINI_TOKENS: Readonly<Record<string, number>> = { '4K': 2_520 };

const GEMINI_DEFAULT_TOKENS = 1_680;

/** Tokens of a finished image by its provider's table. */
export function tokensOf(
  size: PixelSize,
  { quality, resolution }: Pick<ImageOrder, 'quality' | 'resolution'>,
  dialect: Dialect | null,
): number {
  return dialect === 'google' ? geminiTokens(resolution) : openAiTokens(size, quality);
}

const geminiTokens = (resolution: string | undefined) =>
  GEMINI_TOKENS[resolution ?? ''] ?? GEMINI_DEFAULT_TOKENS;

/**
 * Max tokens of the output. `textTokens`: billed besides the image (reasoning, text); more is cut off
 * (`providers/google/media/images.ts`).
 */
export interface MaxOutput {
  imageTokens: number;
  textTokens: number;
}

/**
 * The maximum that the output is billed as, in tokens, by providers that bill tokens at all.
 * @param size the requested size; undefined: the model chooses
 */
export function maxOutput(
  order: Pick<ImageOrder, 'count' | 'quality' | 'resolution' | 'partialImages' | 'size'>,
  { dialect, upstreamModel }: { dialect: Dialect | null; upstreamModel: string },
): MaxOutput {
  const { count, quality, resolution, partialImages = 0, size = DEFAULT_SIZE } = order;
  if (dialect === 'google') {
    // An answer seldom has two images, and never had more.
    const imageTokens = 2 * geminiTokens(resolution);
    return { imageTokens, textTokens: GEMINI_MAX_TOKENS - imageTokens };
  }
  const factor = upstreamModel.startsWith('gpt-image-1') ? 1 : UNKNOWN_FACTOR;
  const one = Math.ceil(openAiTokens(size, quality) * factor) + partialImages * PARTIAL_TOKENS;
  return { imageTokens: one * count, textTokens: 0 };
}

/** The maximum that an order can be billed as with an offer. @param promptTokens max tokens of the text */
export function maxUsage(record: ImageRequestRecord, offer: RoutedOffer, promptTokens: number): Usage {
  const { order, images, mask } = record;
  const { imageTokens, textTokens } = maxOutput(order, {
    dialect: dialectFor(offer),
    upstreamModel: offer.upstreamModel,
  });
  const inputs = [...images, ...(mask ? [mask] : [])].map(({ size }) => size);
  const inputTokens = inputs.reduce((sum, size) => sum + imageTokensOf(size, offer.modelId), 0);
  return {
    promptTokens: promptTokens + inputTokens,
    cachedTokens: 0,
    completionTokens: imageTokens + textTokens,
    reasoningTokens: 0,
    imageTokens: inputTokens,
    imageOutputTokens: imageTokens,
    media: {
      images: Array.from({ length: order.count }, () => order.size ?? MAX_SIZE),
      inputImages: images.map(({ size }) => size),
      ...priced(order),
    },
  };
}

function imageTokensOf(size: PixelSize, modelId: string): number {
  const tokens = maxImageTokens({ size, detail: 'high' }, modelId, Number.MAX_SAFE_INTEGER);
  return modelId.startsWith('openai/') ? Math.max(tokens, MAX_DETAIL_TOKENS) : tokens;
}

/** The fields of an order that decide its price. */
export function priced({ quality, resolution }: ImageOrder): { quality?: string; resolution?: string } {
  return { ...(quality !== undefined && { quality }), ...(resolution !== undefined && { resolution }) };
}

/**
 * The usage of an order: the finished images, and the provider's count of tokens; if it sends none, the
 * tokens of such images by the tables.
 */
export async function usageOf(
  { order, images }: ImageRequestRecord,
  { files, usage: reported }: Made,
  { dialect, countPrompt }: { dialect: Dialect | null; countPrompt(): Promise<number> },
): Promise<Used> {
  const made = files.map(({ width, height }) => ({ width, height }));
  const media: Usage['media'] = {
    images: made,
    ...(images.length > 0 && { inputImages: images.map(({ size }) => size) }),
    ...priced(order),
  };
  if (reported) return { usage: { ...reported, media }, usageSource: 'provider' };
  const imageOutputTokens = made.reduce((sum, size) => sum + tokensOf(size, order, dialect), 0);
  return {
    usage: {
      promptTokens: await countPrompt(),
      cachedTokens: 0,
      completionTokens: imageOutputTokens,
      reasoningTokens: 0,
      imageOutputTokens,
      media,
    },
    usageSource: 'counted',
  };
}
