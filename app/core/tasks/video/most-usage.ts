import { costOf, type Cost, type MediaUsage, type Usage } from '#app/contracts/cost.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { Price } from '#app/contracts/price.ts';
import { mostInputSeconds } from './most-seconds.ts';
import { hasAnyResolution, pricedResolutions, resolutionAsked } from './resolutions.ts';

/** No maker of videos counts tokens. */
const NO_TOKENS = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };

/** Seconds of a resolution, with what went in. */
export function usageOfSeconds(
  { firstFrame, video }: VideoRequestRecord,
  { seconds, resolution }: { seconds: number; resolution: string | undefined },
): Usage {
  const media: MediaUsage = {
    seconds,
    ...(firstFrame && { inputImages: [firstFrame.size] }),
    ...(video && { inputSeconds: video.seconds }),
    ...(resolution !== undefined && { resolution }),
  };
  return { ...NO_TOKENS, media };
}

/**
 * The most that an order can be billed as: of the resolutions that it leaves to its model the dearest one, and of a video
 * that goes in the longest one.
 * @throws AppError price_unknown where there is no price for the resolution that was asked for
 */
export function mostCost(
  record: VideoRequestRecord,
  { seconds, price, at }: { seconds: number; price: Price; at: Date },
): Cost {
  const { video } = record;
  const longest = {
    ...record,
    ...(video && { video: { ...video, seconds: mostInputSeconds(video.seconds) } }),
  };
  return resolutionsOf(record, price)
    .map((resolution) => costOf(usageOfSeconds(longest, { seconds, resolution }), price, at))
    .reduce((most, one) => (one.pico > most.pico ? one : most));
}

function resolutionsOf(
  { order: { resolution, size } }: VideoRequestRecord,
  price: Price,
): (string | undefined)[] {
  if (resolution !== undefined) return [resolution];
  if (size) return [resolutionAsked(size, price)];
  const named = pricedResolutions(price);
  return named.length === 0 || hasAnyResolution(price) ? [undefined, ...named] : named;
}
