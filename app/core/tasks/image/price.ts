import { costOf } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import { maxTokensOf, spreadText } from '#app/core/catalogue/tokens/max-tokens.ts';
import type { ImageRequest, MediaInput } from '#app/core/providers/media/contract.ts';
import { imageAdapterFor } from '#app/core/providers/media/registry.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import type { Ask, ImageAsk } from '#app/core/targets/ask.ts';
import { dialectFor } from '#app/core/tasks/media/media-job.ts';
import { assertAccepted, fullHoldEstimate, PLACEHOLDER, priceMedia } from '#app/core/tasks/media/price.ts';
import type { Estimate, PricedAsk } from '#app/core/tasks/price.ts';
import { maxUsage } from './usage.ts';

/**
 * Routes and prices an order of images. An offer that does not accept it as it is, or has no price for it, is
 * not tried.
 * @throws AppError for an order that no offer can take
 */
export async function priceImage(ask: Ask, at: Date): Promise<PricedAsk> {
  const { record, isStreamed, ...rest } = (ask as ImageAsk).body;
  const { prompt } = record.order;
  const spread = { letters: 0, others: 0 };
  spreadText(prompt, spread);
  const way = record.images.length > 0 ? 'image-to-image' : 'text-to-image';
  const priced = await priceMedia({ ...rest, prompt, way }, ask, {
    at,
    estimate(offer) {
      const promptTokens = maxTokensOf(spread, offer.promptTokens, offer.model.tokenizer);
      return estimateImage(record, offer, { promptTokens, at });
    },
  });
  return { ...priced, request: record, delivery: isStreamed ? 'stream' : 'whole', choices: 1 };
}

/**
 * The cost that an order may have with an offer: all of it is held.
 * @throws AppError price_unknown; invalid_request with the field that the model does not accept
 */
export function estimateImage(
  record: ImageRequestRecord,
  offer: RoutedOffer,
  { promptTokens, at }: { promptTokens: number; at: Date },
): Estimate {
  assertOfferAccepts(record, offer);
  return fullHoldEstimate(costOf(maxUsage(record, offer, promptTokens), offer.price, at), offer.promptTokens);
}

function assertOfferAccepts(record: ImageRequestRecord, offer: RoutedOffer): void {
  const maker = imageAdapterFor(dialectFor(offer));
  if (!maker) throw new AppError('no_provider');
  const { count } = record.order;
  if ('jobs' in maker && count > maker.jobs.maxPieces)
    throw new AppError('invalid_request', {
      param: 'n',
      message: `n: at most ${maker.jobs.maxPieces} with this model.`,
    });
  const inputs = { images: record.images.map(() => PLACEHOLDER), mask: PLACEHOLDER };
  const adapter = 'jobs' in maker ? maker.jobs : maker.adapter;
  assertAccepted(() => adapter.check(toRequest(record, offer.upstreamModel, inputs)));
}

/** The order as an adapter request. @param model the provider's own name for it */
export function toRequest(
  { order, mask: recorded }: ImageRequestRecord,
  model: string,
  { images, mask }: { images: readonly MediaInput[]; mask: MediaInput | null },
): ImageRequest {
  return { ...order, model, images, ...(recorded && mask && { mask }) };
}
