import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { PixelSize, Usage } from '#app/contracts/cost.ts';
import type { ImageOrder, ImageRequestRecord } from '#app/contracts/media/image.ts';
import { maxImageTokens } from '#app/core/catalogue/tokens/image-tokens.ts';
import { imageTokensOf } from '#app/core/providers/media/registry.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { dialectFor } from '#app/core/tasks/media/media-job.ts';
import type { Made, Used } from '#app/core/tasks/task.ts';

/** The largest image that a model creates when the order names no size. */
const MAX_SIZE: PixelSize = { width: 2048, height: 2048 };

/** Max tokens that OpenAI's models bill for an input image at high detail. */
const MAX_DETAIL_TOKENS = 6_600;

/** The maximum that an order can be billed as with an offer. @param promptTokens max tokens of the text */
export function maxUsage(record: ImageRequestRecord, offer: RoutedOffer, promptTokens: number): Usage {
  const { order, images, mask } = record;
  const { imageTokens, textTokens } = imageTokensOf(dialectFor(offer)).max(order, offer.upstreamModel);
  const inputs = [...images, ...(mask ? [mask] : [])].map(({ size }) => size);
  const inputTokens = inputs.reduce((sum, size) => sum + inputTokensOf(size, offer.modelId), 0);
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

function inputTokensOf(size: PixelSize, modelId: string): number {
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
  const imageOutputTokens = made.reduce((sum, size) => sum + imageTokensOf(dialect).of(size, order), 0);
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
