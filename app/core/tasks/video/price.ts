import { AppError } from '#app/contracts/errors.ts';
import type { AskedVideo, VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { MediaInput, VideoRequest } from '#app/core/providers/media/contract.ts';
import { videoMaker } from '#app/core/providers/media/registry.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import type { VideoCall } from '#app/core/targets/api-call.ts';
import { dialectFor } from '#app/core/tasks/media/media-job.ts';
import { assertTaken, heldWhole, NOTHING, priceMedia, type Asker } from '#app/core/tasks/media/price.ts';
import type { Estimate, PricedCall } from '#app/core/tasks/price.ts';
import type { PlannedCall } from '#app/core/tasks/task.ts';
import { mostCost, mostSeconds } from './usage.ts';

/** A call for a video, with its caller. */
type AskedFor = Asker & Pick<VideoCall, 'body'>;

/**
 * Routes and prices an order of a video. An offer that does not accept it as it is, or has no price for it,
 * is not tried.
 * @throws AppError for an order that no offer can take
 */
export function priceVideo(asked: AskedFor, at: Date): Promise<PricedCall> {
  const { record, ...rest } = asked.body;
  const { prompt } = record.order;
  return priceMedia({ ...rest, prompt, way: wayOf(record) }, asked, {
    at,
    estimate: (offer) => estimateVideo(record, offer, at),
  });
}

/** Plans an order: its prices, and the request to store with its row. @throws AppError as `priceVideo` */
export async function planVideo(asked: AskedFor, at: Date): Promise<PlannedCall & { asked: AskedVideo }> {
  const { record } = asked.body;
  const { seconds, size } = record.order;
  return {
    priced: await priceVideo(asked, at),
    request: record,
    delivery: 'whole',
    choices: 1,
    asked: { seconds: seconds ?? null, size: size ?? null },
  };
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
  const maker = videoMaker(dialectFor(offer));
  if (!maker) throw new AppError('no_provider');
  const adapter = 'jobs' in maker ? maker.jobs : maker.adapter;
  const request = unsentRequest(record, offer.upstreamModel);
  assertTaken(() => adapter.check(request));
  const seconds = mostSeconds(record, request, maker);
  return heldWhole(mostCost(record, { seconds, price: offer.price, at }), offer.promptTokens);
}

/** The order as an adapter request, with placeholders for its inputs. */
export function unsentRequest(record: VideoRequestRecord, model: string) {
  return toRequest(record, model, {
    firstFrame: record.firstFrame && NOTHING,
    video: record.video && NOTHING,
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
