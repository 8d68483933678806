import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import type { MediaContext, OrderContext, VideoRequest } from '../contract.ts';
import type { Call } from '../shared/call.ts';
import { as, dataUrl, oneOf, refusedField, within, writeFields, type Writers } from '../shared/fields.ts';

const VERSION = '2024-11-06';
const RATIOS: Readonly<Record<string, string>> = {
  '16:9': '1280:720',
  '9:16': '720:1280',
  '1:1': '960:960',
  '4:3': '1104:832',
  '3:4': '832:1104',
  '21:9': '1584:672',
};
const shape: Writers<VideoRequest> = {
  aspectRatio: oneOf('aspectRatio', Object.keys(RATIOS), (ratio) => ({ ratio: RATIOS[ratio] })),
  size: ({ width, height }) => ({ ratio: `${width}:${height}` }),
};
const words: Writers<VideoRequest> = { prompt: as('promptText') };
const framed: Writers<VideoRequest> = { firstFrame: (image) => ({ first: dataUrl(image) }) };

/** What each model takes, the first that fits. */
const MODELS: readonly (readonly [RegExp, Writers<VideoRequest>])[] = [
  [
    /^veo3/,
    {
      ...words,
      ...shape,
      ...framed,
      lastFrame: (image) => ({ last: dataUrl(image) }),
      seconds: oneOf('seconds', [4, 6, 8], (duration) => ({ duration })),
      sound: as('audio'),
    },
  ],
  [
    /^(?:aleph\d*|gen4_aleph)$/,
    { ...words, seed: as('seed'), video: (video) => ({ videoUri: dataUrl(video) }) },
  ],
  [
    /^gen4/,
    {
      ...words,
      ...shape,
      ...framed,
      seconds: within('seconds', [2, 10], (duration) => ({ duration })),
      seed: as('seed'),
    },
  ],
];

/** @throws ProviderError that names the field which the model does not take, or does not do without */
export function toOrder(request: VideoRequest, context: OrderContext): Call {
  const writers = MODELS.find(([name]) => name.test(request.model))?.[1] ?? words;
  const { first, last, ...fields } = writeFields(request, writers);
  if (last !== undefined && first === undefined)
    throw refusedField('lastFrame', 'last_frame needs a first picture');
  const images = [
    ...(first === undefined ? [] : [{ uri: first, position: 'first' }]),
    ...(last === undefined ? [] : [{ uri: last, position: 'last' }]),
  ];
  const kind = request.video ? 'video_to_video' : images.length > 0 ? 'image_to_video' : 'text_to_video';
  return {
    method: 'POST',
    url: urlBelow(context.credentials.baseUrl, `/v1/${kind}`),
    headers: headersOf(context),
    json: { model: request.model, ...fields, ...(images.length > 0 && { promptImage: images }) },
    about: 'order',
    isRefusal: ({ names }) => names.some((name) => name.startsWith('SAFETY')),
  };
}

export function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'x-runway-version': VERSION };
}
