import { expect, it } from 'vitest';
import {
  imageRequest as image,
  orderContext,
  PNG,
  videoRequest as video,
} from '#tests/factories/media-orders.ts';
import { toOrder as toBflOrder } from '../bfl/index.ts';
import { imageOrder } from '../fal/index.ts';
import { toGeminiCall } from '../google/media/images.ts';
import { toVeoOrder } from '../google/media/videos.ts';
import { toOrder as toKlingOrder } from '../kling/index.ts';
import { toFirstOrder, toSecondOrder } from '../minimax/index.ts';
import { optionsOf } from '../openai/images/index.ts';
import { toOrder as toRunwayOrder } from '../runway/index.ts';
import { UNSENT } from './shared/call.ts';
import { toCall as toStabilityCall } from '../stability/index.ts';

const context = orderContext(null);

it.each<[string, string, () => unknown]>([
  [
    'n',
    'a second picture of one',
    () => imageOrder(image({ model: 'fal-ai/flux-2-pro', count: 2 }), context),
  ],
  [
    'mask',
    'a mask',
    () => imageOrder(image({ model: 'fal-ai/flux/dev', images: [PNG], mask: PNG }), context),
  ],
  [
    'seed',
    'what an unknown model may ignore',
    () => imageOrder(image({ model: 'acme/new', seed: 1 }), context),
  ],
  [
    'size',
    'a side that is too long',
    () => toBflOrder(image({ model: 'flux-2-pro', size: { width: 4096, height: 512 } }), context),
  ],
  [
    'aspect_ratio',
    'a shape beside a picture',
    () => toStabilityCall(image({ model: 'sd3.5-large', images: [PNG], aspectRatio: '1:1' }), context),
  ],
  [
    'output_format',
    'a format',
    () => toGeminiCall(image({ model: 'gemini-3-pro-image', outputFormat: 'png' }), context),
  ],
  [
    'size',
    'a size that the model does not have',
    () => optionsOf(image({ model: 'gpt-image-1', size: { width: 512, height: 512 } })),
  ],
  ...[
    [1000, 1008],
    [4096, 2048],
    [3840, 2400],
    [2048, 512],
    [0, 0],
  ].map(([width = 0, height = 0]): [string, string, () => unknown] => [
    'size',
    `${width} by ${height}`,
    () => optionsOf(image({ model: 'gpt-image-2', size: { width, height } })),
  ]),
  [
    'partial_images',
    'several pictures that grow',
    () => optionsOf(image({ model: 'gpt-image-2', count: 2, partialImages: 1 })),
  ],
  ['n', 'too many', () => optionsOf(image({ model: 'gpt-image-2', count: 11 }))],
  ['quality', 'what an unknown model may ignore', () => optionsOf(image({ model: 'new', quality: 'low' }))],
  ['seconds', 'a length', () => toVeoOrder(video({ model: 'veo-3.1', seconds: 7 }), context)],
  ['sound', 'silence', () => toVeoOrder(video({ model: 'veo-3.1', sound: false }), context)],
  [
    'sound',
    'sound of an old model',
    () => toKlingOrder(video({ model: 'kling-v1-6', sound: true }), context),
  ],
  [
    'last_frame',
    'an end without a beginning',
    () => toRunwayOrder(video({ model: 'veo3', lastFrame: PNG }), context),
  ],
  [
    'prompt',
    'words that are too many',
    () => toSecondOrder(video({ model: 'MiniMax-H3', prompt: 'a'.repeat(7001) }), UNSENT),
  ],
  [
    'resolution',
    'a size of the other wire',
    () => toFirstOrder(video({ model: 'MiniMax-Hailuo-02', resolution: '2K' }), UNSENT),
  ],
])('refuses %s: %s', (param, _what, build) => {
  expect(build).toThrow(expect.objectContaining({ code: 'provider_rejected', status: 400, param }) as Error);
});
