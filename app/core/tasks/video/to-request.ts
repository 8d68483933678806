import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { MediaInput, VideoRequest } from '#app/core/providers/media/contract.ts';

/** An order in the words of the adapters. @param model the provider's own name of it */
export function toRequest(
  { order }: VideoRequestRecord,
  model: string,
  { firstFrame, video }: { firstFrame: MediaInput | undefined; video: MediaInput | undefined },
): VideoRequest {
  return { ...order, model, ...(firstFrame && { firstFrame }), ...(video && { video }) };
}
