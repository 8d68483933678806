import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaMaker } from '#app/core/providers/media/registry.ts';
import type { VideoRequest } from '#app/core/providers/media/contract.ts';

/** The longest video that anybody can ask for, in seconds. */
export const MOST_SECONDS = 60;
/** What is held where a model lets nobody choose, and nothing is known of it. */
const UNTOLD_SECONDS = 30;
/** Who changes videos sells whole clips of so many seconds. */
const CLIP_SECONDS = 5;

/**
 * The seconds that an order is billed as at most: those that were asked for; else the longest that its model can be asked
 * for; and of a video that is worked on all of it, too.
 */
export function mostSeconds(
  { order, video }: VideoRequestRecord,
  request: VideoRequest,
  maker: MediaMaker<VideoRequest>,
): number {
  if (order.seconds !== undefined) return Math.ceil(order.seconds);
  const longest = longestOf(request, maker);
  if (!video) return longest ?? UNTOLD_SECONDS;
  return Math.ceil(video.seconds / CLIP_SECONDS) * CLIP_SECONDS + (longest ?? 0);
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
