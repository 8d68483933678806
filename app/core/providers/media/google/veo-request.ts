import { googleHeaders, googleUrl } from '#app/core/providers/shared/google-address.ts';
import type { MediaInput, OrderContext, VideoRequest } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import { as, oneOf, writeFields, type Writers } from '../shared/fields.ts';
import { statusOf } from './target.ts';

const PARAMETERS: Writers<Omit<VideoRequest, 'prompt' | 'firstFrame' | 'lastFrame' | 'video'>> = {
  seconds: oneOf('seconds', [4, 6, 8], (durationSeconds) => ({ durationSeconds })),
  aspectRatio: oneOf('aspectRatio', ['16:9', '9:16'], (aspectRatio) => ({ aspectRatio })),
  resolution: oneOf('resolution', ['720p', '1080p', '4k'], (resolution) => ({ resolution })),
  negativePrompt: as('negativePrompt'),
  /** These models always make it. */
  sound: oneOf('sound', [true], () => ({})),
};

/** @throws ProviderError that names the field which the models do not take */
export function toVeoOrder(request: VideoRequest, context: OrderContext): Call {
  const { prompt, firstFrame, lastFrame, video, ...rest } = request;
  const instance = {
    prompt,
    ...(firstFrame && { image: inline(firstFrame) }),
    ...(lastFrame && { lastFrame: inline(lastFrame) }),
    ...(video && { video: { encodedVideo: video.bytes.toString('base64'), encoding: video.mimeType } }),
  };
  return {
    method: 'POST',
    url: googleUrl(context.credentials.baseUrl, `/models/${request.model}:predictLongRunning`),
    headers: googleHeaders(context),
    json: { instances: [instance], parameters: { sampleCount: 1, ...writeFields(rest, PARAMETERS) } },
    about: 'order',
    statusOf,
  };
}

function inline({ mimeType, bytes }: MediaInput) {
  return { bytesBase64Encoded: bytes.toString('base64'), mimeType };
}
