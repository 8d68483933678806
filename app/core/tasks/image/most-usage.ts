import type { PixelSize, Usage } from '#app/contracts/cost.ts';
import type { ImageOrder, ImageRequestRecord } from '#app/contracts/media/image.ts';
import { mostPictureTokens } from '#app/core/catalogue/tokens/picture-tokens.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { dialectFor } from '../media/media-job.ts';
import { mostOutput } from './output-tokens.ts';

/** The largest picture that a model makes which is told no size. */
const LARGEST: PixelSize = { width: 2048, height: 2048 };
/** A picture that OpenAI's models look at closely is billed as so many tokens at most. */
const MOST_CLOSE_TOKENS = 6_600;

/** The most that an order can be billed as with an offer. @param promptTokens of the words, at most */
export function mostUsage(record: ImageRequestRecord, offer: RoutedOffer, promptTokens: number): Usage {
  const { order, images, mask } = record;
  const { imageTokens, textTokens } = mostOutput(order, {
    dialect: dialectFor(offer),
    upstreamModel: offer.upstreamModel,
  });
  const inputs = [...images, ...(mask ? [mask] : [])].map(({ size }) => size);
  const inputTokens = inputs.reduce((sum, size) => sum + pictureTokens(size, offer.modelId), 0);
  return {
    promptTokens: promptTokens + inputTokens,
    cachedTokens: 0,
    completionTokens: imageTokens + textTokens,
    reasoningTokens: 0,
    imageTokens: inputTokens,
    imageOutputTokens: imageTokens,
    media: {
      images: Array.from({ length: order.count }, () => order.size ?? LARGEST),
      inputImages: images.map(({ size }) => size),
      ...priced(order),
    },
  };
}

function pictureTokens(size: PixelSize, modelId: string): number {
  const tokens = mostPictureTokens({ size, detail: 'high' }, modelId, Number.MAX_SAFE_INTEGER);
  return modelId.startsWith('openai/') ? Math.max(tokens, MOST_CLOSE_TOKENS) : tokens;
}

/** What of an order decides about its price. */
export function priced({ quality, resolution }: ImageOrder): { quality?: string; resolution?: string } {
  return { ...(quality !== undefined && { quality }), ...(resolution !== undefined && { resolution }) };
}
