import { costOf, type Cost, type MediaUsage, type Usage } from '#app/contracts/cost.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { Price } from '#app/contracts/price.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { VideoRequest } from '#app/core/providers/media/contract.ts';
import type { AnyMediaAdapter } from '#app/core/providers/provider.ts';
import type { Made, Used } from '#app/core/tasks/task.ts';
import {
  hasAnyResolution,
  pricedResolutions,
  requestedResolution,
  deliveredResolution,
} from './resolutions.ts';

/** No provider of videos counts tokens. */
const NO_TOKENS = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };

/** Seconds by which a video may be longer than its sold length, because of its last frame. */
const LAST_FRAME_SECONDS = 0.1;

interface BillingFacts {
  price: Price;
  /** Max seconds that it can be billed as: used for a video without a duration. */
  maxSeconds(): number;
}

/** The longest video that a caller can order, in seconds. */
export const MAX_SECONDS = 60;

/** Seconds to hold for when the model has no choice of length, and its length is unknown. */
const UNKNOWN_SECONDS = 30;

/** Providers that edit videos sell whole clips of this many seconds. */
const CLIP_SECONDS = 5;

/** The longest input video of a model in the catalogue that bills input by the second, in seconds. */
const LONGEST_INPUT_SECONDS = 10;

/** The usage of some seconds in a resolution, with the inputs. */
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
 * The maximum cost of an order: the most expensive resolution if it names none, and the longest length for an
 * input video.
 * @throws AppError price_unknown when there is no price for the requested resolution
 */
export function maxCost(
  record: VideoRequestRecord,
  { seconds, price, at }: { seconds: number; price: Price; at: Date },
): Cost {
  const { video } = record;
  const longest = {
    ...record,
    ...(video && { video: { ...video, seconds: maxInputSeconds(video.seconds) } }),
  };
  return resolutionsOf(record, price)
    .map((resolution) => costOf(usageOfSeconds(longest, { seconds, resolution }), price, at))
    .reduce((highest, one) => (one.pico > highest.pico ? one : highest));
}

function resolutionsOf(
  { order: { resolution, size } }: VideoRequestRecord,
  price: Price,
): (string | undefined)[] {
  if (resolution !== undefined) return [resolution];
  if (size) return [requestedResolution(size, price)];
  const named = pricedResolutions(price);
  return named.length === 0 || hasAnyResolution(price) ? [undefined, ...named] : named;
}

/**
 * The usage of an order: the seconds of the finished video, but no more than ordered; its resolution as
 * ordered, else by its size.
 */
export function usageOf(
  record: VideoRequestRecord,
  { files }: Made,
  { price, maxSeconds }: BillingFacts,
): Used {
  const [file] = files;
  const { seconds: asked = Infinity, resolution, size } = record.order;
  const made = file?.seconds ?? maxSeconds();
  const seconds = Math.min(asked, Math.max(made - LAST_FRAME_SECONDS, LAST_FRAME_SECONDS));
  const real = file && { width: file.width, height: file.height };
  return {
    usage: usageOfSeconds(record, {
      // Whole seconds are billed, as the receipt shows them.
      seconds: Math.ceil(seconds),
      resolution:
        resolution ?? (size ? requestedResolution(size, price) : real && deliveredResolution(real, price)),
    }),
    usageSource: 'counted',
  };
}

/**
 * Max seconds that an order is billed for its input video: the longest that a model accepts, or more if the
 * caller sent more. We charge the length that we read; a provider may read another one.
 */
function maxInputSeconds(seconds: number): number {
  return Math.max(seconds, LONGEST_INPUT_SECONDS);
}

/**
 * Max seconds that an order is billed for: the ordered seconds, else the longest that its model accepts; for
 * a video to edit, plus the longest input.
 */
export function maxSeconds(
  { order, video }: VideoRequestRecord,
  request: VideoRequest,
  maker: AnyMediaAdapter<VideoRequest>,
): number {
  if (order.seconds !== undefined) return Math.ceil(order.seconds);
  const longest = longestOf(request, maker);
  if (!video) return longest ?? UNKNOWN_SECONDS;
  return Math.ceil(maxInputSeconds(video.seconds) / CLIP_SECONDS) * CLIP_SECONDS + (longest ?? 0);
}

/** The longest length that a model's adapter accepts; null when the model has no choice of length. */
function longestOf(request: VideoRequest, maker: AnyMediaAdapter<VideoRequest>): number | null {
  const adapter = 'jobs' in maker ? maker.jobs : maker.adapter;
  // The prompt is long and does not affect the length.
  const probe = { ...request, prompt: 'A fox' };
  for (let seconds = MAX_SECONDS; seconds > 0; seconds -= 1) {
    try {
      adapter.check({ ...probe, seconds });
      return seconds;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
    }
  }
  return null;
}
