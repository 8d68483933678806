import { AppError } from '#app/contracts/errors.ts';
import type { RequestedVideo, VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { MediaInput, VideoRequest } from '#app/core/providers/media/contract.ts';
import { videoAdapterFor } from '#app/core/providers/media/registry.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import type { Ask, VideoAsk } from '#app/core/targets/ask.ts';
import { dialectFor } from '#app/core/tasks/media/media-job.ts';
import { assertAccepted, fullHoldEstimate, PLACEHOLDER, priceMedia } from '#app/core/tasks/media/price.ts';
import type { Estimate, PricedAsk } from '#app/core/tasks/price.ts';
import { maxCost, maxSeconds } from './usage.ts';

/**
 * Routes and prices an order of a video. An offer that does not accept it as it is, or has no price for it,
 * is not tried.
 * @throws AppError for an order that no offer can take
 */
export async function priceVideo(ask: Ask, at: Date): Promise<PricedAsk> {
  const { record, ...rest } = (ask as VideoAsk).body;
  const { prompt, seconds, size } = record.order;
  const priced = await priceMedia({ ...rest, prompt, way: wayOf(record) }, ask, {
    at,
    estimate: (offer) => estimateVideo(record, offer, at),
  });
  const asked: RequestedVideo = { seconds: seconds ?? null, size: size ?? null };
  return { ...priced, request: record, delivery: 'whole', choices: 1, asked };
}

function wayOf({ video, firstFrame }: VideoRequestRecord): Modality {
  if (video) return 'video-to-video';
  return firstFrame ? 'image-to-video' : 'text-to-video';
}

/**
 * The cost that an order may have with an offer: all of it is held.
 * @throws AppError price_unknown; invalid_request with the field that the model does not accept
 */
export function estimateVideo(record: VideoRequestRecord, offer: RoutedOffer, at: Date): Estimate {
  const maker = videoAdapterFor(dialectFor(offer));
  if (!maker) throw new AppError('no_provider');
  const adapter = 'jobs' in maker ? maker.jobs : maker.adapter;
  const request = unsentRequest(record, offer.upstreamModel);
  assertAccepted(() => adapter.check(request));
  const seconds = maxSeconds(record, request, maker);
  return fullHoldEstimate(maxCost(record, { seconds, price: offer.price, at }), offer.promptTokens);
}

/** The order as an adapter request, with placeholders for its inputs. */
export function unsentRequest(record: VideoRequestRecord, model: string) {
  return toRequest(record, model, {
    firstFrame: record.firstFrame && PLACEHOLDER,
    video: record.video && PLACEHOLDER,
  });
}

/** The order as an adapter request. @param model the provider's own name for it */
export function toRequest(
  { order }: VideoRequestRecord,
  model: string,
  { firstFrame, video }: { firstFrame: MediaInput | undefined; video: MediaInput | undefined },
): VideoRequest {
  return { ...order, model, ...(firstFrame && { firstFrame }), ...(video && { video }) };
}
