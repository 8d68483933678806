import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext, OrderContext, VideoRequest } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import type { Complaint } from '../shared/complaint.ts';
import { as, dataUrl, oneOf, writeFields, type Writers } from '../shared/fields.ts';

const RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'];
/** How far a video may be left, where one is worked on. */
const MODE = 'flex_1';

const FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  aspectRatio: oneOf('aspectRatio', RATIOS, (ratio) => ({ aspect_ratio: ratio })),
  seconds: oneOf('seconds', [5, 9], (seconds) => ({ duration: `${seconds}s` })),
  resolution: oneOf('resolution', ['540p', '720p', '1080p', '4k'], (resolution) => ({ resolution })),
  firstFrame: (image) => ({ frame0: { type: 'image', url: dataUrl(image) } }),
  lastFrame: (image) => ({ frame1: { type: 'image', url: dataUrl(image) } }),
};
/** A video that is worked on keeps its shape and its length. */
const MODIFY_FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  video: (video) => ({ generation_type: 'modify_video', media: { url: dataUrl(video) }, mode: MODE }),
  firstFrame: (image) => ({ first_frame: { url: dataUrl(image) } }),
};

/** @throws ProviderError that names the field which the models do not take */
export function toOrder(request: VideoRequest, context: OrderContext): Call {
  const { webhookUrl, credentials } = context;
  const { frame0, frame1, ...fields } = writeFields(request, request.video ? MODIFY_FIELDS : FIELDS);
  const keyframes = { ...(frame0 !== undefined && { frame0 }), ...(frame1 !== undefined && { frame1 }) };
  return {
    method: 'POST',
    url: urlBelow(credentials.baseUrl, request.video ? '/generations/video/modify' : '/generations'),
    headers: headersOf(context),
    json: {
      model: request.model,
      ...fields,
      ...(Object.keys(keyframes).length > 0 && { keyframes }),
      ...(webhookUrl !== null && { callback_url: webhookUrl }),
    },
    about: 'order',
    isRefusal,
  };
}

export function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** The maker's words: policy has no code here. */
export function isRefusal({ message }: Complaint): boolean {
  return /moderation|content policy|not pass(?:ed)? (?:our )?safety/i.test(message);
}
