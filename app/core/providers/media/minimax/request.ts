import type { MediaInput, OrderContext, VideoRequest } from '../contract.ts';
import { as, dataUrl, oneOf, refusedField, within, writeFields, type Writers } from '../shared/fields.ts';

const FIRST_FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  firstFrame: (image) => ({ first_frame_image: dataUrl(image) }),
  lastFrame: (image) => ({ last_frame_image: dataUrl(image) }),
  seconds: oneOf('seconds', [6, 10], (duration) => ({ duration })),
  resolution: oneOf('resolution', ['512P', '768P', '1080P'], (resolution) => ({ resolution })),
};

type Reporting = Pick<OrderContext, 'webhookUrl'>;

/**
 * An order of the first wire.
 * @throws ProviderError that names the field which the models do not take
 */
export function toFirstOrder(request: VideoRequest, reporting: Reporting): object {
  return { model: request.model, ...writeFields(request, FIRST_FIELDS), ...callback(reporting) };
}

const MOST_LETTERS = 7000;

const SECOND_FIELDS: Writers<Omit<VideoRequest, 'prompt' | 'firstFrame' | 'lastFrame' | 'video'>> = {
  seconds: within('seconds', [4, 15], (duration) => ({ duration })),
  resolution: oneOf('resolution', ['768P', '2K'], (resolution) => ({ resolution })),
  aspectRatio: (ratio) => ({ ratio }),
};

/**
 * An order of the second wire: all that goes in is one list.
 * @throws ProviderError that names the field which the models do not take
 */
export function toSecondOrder(request: VideoRequest, reporting: Reporting): object {
  const { prompt, firstFrame, lastFrame, video, ...rest } = request;
  if (prompt.length > MOST_LETTERS)
    throw refusedField('prompt', `prompt must have at most ${MOST_LETTERS} letters`);
  const content = [
    { type: 'text', text: prompt },
    ...picture(firstFrame, 'first_frame'),
    ...picture(lastFrame, 'last_frame'),
    ...(video ? [{ type: 'video_url', video_url: { url: dataUrl(video) }, role: 'base_video' }] : []),
  ];
  return { model: request.model, content, ...writeFields(rest, SECOND_FIELDS), ...callback(reporting) };
}

function callback({ webhookUrl }: Reporting): object {
  return webhookUrl === null ? {} : { callback_url: webhookUrl };
}

function picture(image: MediaInput | undefined, role: string): object[] {
  return image ? [{ type: 'image_url', image_url: { url: dataUrl(image) }, role }] : [];
}
