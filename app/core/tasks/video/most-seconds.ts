import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaMaker } from '#app/core/providers/media/registry.ts';
import type { VideoRequest } from '#app/core/providers/media/contract.ts';

/** The longest video that anybody can ask for, in seconds. */
export const MOST_SECONDS = 60;
/** What is held where a model lets nobody choose, and nothing is known of it. */
const UNTOLD_SECONDS = 30;
/** Makers that change videos sell whole clips of so many seconds. */
const CLIP_SECONDS = 5;
/** The longest video that a model of the catalogue works on, in seconds, where it sells what goes in by the second. */
const LONGEST_INPUT_SECONDS = 10;

/**
 * The seconds that an order is billed for the video which goes in at most: the longest that a model takes, or more where
 * more was sent. The length that we read is charged; a maker may read another one.
 */
export function mostInputSeconds(seconds: number): number {
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
