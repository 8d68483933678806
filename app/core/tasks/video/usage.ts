import { costOf, type Cost, type MediaUsage, type Usage } from '#app/contracts/cost.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { Price } from '#app/contracts/price.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { VideoRequest } from '#app/core/providers/media/contract.ts';
import type { MediaMaker } from '#app/core/providers/media/registry.ts';
import type { Made, Used } from '#app/core/tasks/task.ts';
import { hasAnyResolution, pricedResolutions, resolutionAsked, resolutionMade } from './resolutions.ts';

/** No maker of videos counts tokens. */
const NO_TOKENS = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };

/** Seconds by which the last frame of a video may stand behind the length that it is sold as. */
const LAST_FRAME_SECONDS = 0.1;

interface Known {
  price: Price;
  /** The seconds that it can be billed as at most: those of a video that does not say how long it is. */
  mostSeconds(): number;
}

/** The longest video that anybody can ask for, in seconds. */
export const MOST_SECONDS = 60;

/** What is held where a model lets nobody choose, and nothing is known of it. */
const UNTOLD_SECONDS = 30;

/** Makers that change videos sell whole clips of so many seconds. */
const CLIP_SECONDS = 5;

/** The longest video that a model of the catalogue works on, in seconds, where it sells what goes in by the second. */
const LONGEST_INPUT_SECONDS = 10;

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

/**
 * What was made of an order: the seconds of the video that is there, and no more than were asked for; its resolution as
 * it was asked for, else by its size.
 */
export function usageOf(record: VideoRequestRecord, { files }: Made, { price, mostSeconds }: Known): Used {
  const [file] = files;
  const { seconds: asked = Infinity, resolution, size } = record.order;
  const made = file?.seconds ?? mostSeconds();
  const seconds = Math.min(asked, Math.max(made - LAST_FRAME_SECONDS, LAST_FRAME_SECONDS));
  const real = file && { width: file.width, height: file.height };
  return {
    usage: usageOfSeconds(record, {
      // What is billed is whole seconds, as it stands on the receipt.
      seconds: Math.ceil(seconds),
      resolution: resolution ?? (size ? resolutionAsked(size, price) : real && resolutionMade(real, price)),
    }),
    usageSource: 'counted',
  };
}

/**
 * The seconds that an order is billed for the video which goes in at most: the longest that a model takes, or more where
 * more was sent. The length that we read is charged; a maker may read another one.
 */
function mostInputSeconds(seconds: number): number {
  return Math.max(seconds, LONGEST_INPUT_SECONDS);
}

/**
 * The seconds that an order is billed as at most: those that were asked for; else the longest that its model can be asked
 * for; and of a video that is worked on the longest that goes in, too.
 */
export function mostSeconds(
  { order, video }: VideoRequestRecord,
  request: VideoRequest,
  maker: MediaMaker<VideoRequest>,
): number {
  if (order.seconds !== undefined) return Math.ceil(order.seconds);
  const longest = longestOf(request, maker);
  if (!video) return longest ?? UNTOLD_SECONDS;
  return Math.ceil(mostInputSeconds(video.seconds) / CLIP_SECONDS) * CLIP_SECONDS + (longest ?? 0);
}

/** The longest that a model takes, by what its adapter lets pass; null where it lets nobody choose. */
function longestOf(request: VideoRequest, maker: MediaMaker<VideoRequest>): number | null {
  const adapter = 'jobs' in maker ? maker.jobs : maker.adapter;
  // Its words are long and say nothing of that.
  const asked = { ...request, prompt: 'A fox' };
  for (let seconds = MOST_SECONDS; seconds > 0; seconds -= 1) {
    try {
      adapter.check({ ...asked, seconds });
      return seconds;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
    }
  }
  return null;
}
