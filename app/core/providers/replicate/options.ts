import type { ImageRequest, MediaInput, VideoRequest } from '#app/core/providers/media/contract.ts';
import {
  as,
  dataUrl,
  oneOf,
  maxImages,
  within,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';

export const MAX_IMAGES = 4;

const prompt = { prompt: as('prompt') };
const seed = { seed: as('seed') };
const ratio = { aspectRatio: as('aspect_ratio') };
const FORMATS = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const;
const inFormats = (...formats: (keyof typeof FORMATS)[]): Writers<ImageRequest> => ({
  outputFormat: oneOf('outputFormat', formats, (format) => ({ output_format: FORMATS[format] })),
});
const compressed: Writers<ImageRequest> = {
  outputCompression: within('outputCompression', [0, 100], (quality) => ({ output_quality: quality })),
};
const several: Writers<ImageRequest> = {
  count: within('count', [1, MAX_IMAGES], (count) => ({ num_outputs: count })),
};
const free: Writers<ImageRequest> = {
  size: ({ width, height }) => ({ aspect_ratio: 'custom', width, height }),
};
const one = (name: string): Writers<ImageRequest> => ({
  images: maxImages(1, ([image]) => ({ [name]: image && dataUrl(image) })),
});
const many = (name: string, max: number): Writers<ImageRequest> => ({
  images: maxImages(max, (images) => ({ [name]: images.map(dataUrl) })),
});

/** Fields of each official image model; the first match counts. */
const IMAGE_MODELS: readonly (readonly [RegExp, Writers<ImageRequest>])[] = [
  [
    /^black-forest-labs\/flux-schnell$/,
    { ...ratio, ...several, ...seed, ...inFormats('webp', 'jpeg', 'png'), ...compressed },
  ],
  [
    /^black-forest-labs\/flux-dev$/,
    { ...ratio, ...several, ...seed, ...one('image'), ...inFormats('webp', 'jpeg', 'png'), ...compressed },
  ],
  [
    /^black-forest-labs\/flux-1\.1-pro$/,
    {
      ...ratio,
      ...free,
      ...seed,
      ...one('image_prompt'),
      ...inFormats('webp', 'jpeg', 'png'),
      ...compressed,
    },
  ],
  [
    /^black-forest-labs\/flux-kontext-(?:pro|max)$/,
    { ...ratio, ...seed, ...one('input_image'), ...inFormats('jpeg', 'png') },
  ],
  [
    /^black-forest-labs\/flux-2-(?:pro|flex|max)$/,
    {
      ...ratio,
      ...free,
      ...seed,
      ...many('input_images', 8),
      ...inFormats('webp', 'jpeg', 'png'),
      ...compressed,
    },
  ],
  [/^google\/imagen-4/, { ...ratio, ...inFormats('jpeg', 'png') }],
  [
    /^stability-ai\/stable-diffusion-3\.5-/,
    {
      ...ratio,
      ...seed,
      ...one('image'),
      ...inFormats('webp', 'jpeg', 'png'),
      ...compressed,
      negativePrompt: as('negative_prompt'),
    },
  ],
];

const at = (name: string) => (media: MediaInput) => ({ [name]: dataUrl(media) });
const resolved = { resolution: as('resolution') };
const inSeconds = (...seconds: number[]): Writers<VideoRequest> => ({
  seconds: oneOf('seconds', seconds, (value) => ({ duration: value })),
});

/** Fields of each official video model; the first match counts. */
const VIDEO_MODELS: readonly (readonly [RegExp, Writers<VideoRequest>])[] = [
  [
    /^google\/veo-3/,
    {
      ...ratio,
      ...resolved,
      ...seed,
      ...inSeconds(4, 6, 8),
      firstFrame: at('image'),
      lastFrame: at('last_frame'),
      negativePrompt: as('negative_prompt'),
      sound: as('generate_audio'),
    },
  ],
  [
    /^kwaivgi\/kling-v2/,
    {
      ...ratio,
      ...inSeconds(5, 10),
      firstFrame: at('start_image'),
      lastFrame: at('end_image'),
      negativePrompt: as('negative_prompt'),
    },
  ],
  [
    /^minimax\/hailuo-/,
    {
      ...resolved,
      ...inSeconds(6, 10),
      firstFrame: at('first_frame_image'),
      lastFrame: at('last_frame_image'),
    },
  ],
  [
    /^bytedance\/seedance-1-/,
    {
      ...ratio,
      ...resolved,
      ...seed,
      ...inSeconds(5, 10),
      firstFrame: at('image'),
      lastFrame: at('last_frame_image'),
    },
  ],
  [
    /^luma\/ray-2-/,
    { ...ratio, ...inSeconds(5, 9), firstFrame: at('start_image'), lastFrame: at('end_image') },
  ],
  [/^runwayml\/gen4-aleph$/, { ...ratio, ...seed, video: at('video') }],
];

/** Fields of an image model; of an unknown one only the prompt. */
export function imageWriters(model: string): Writers<ImageRequest> {
  return { ...prompt, ...IMAGE_MODELS.find(([name]) => name.test(model))?.[1] };
}

/** Fields of a video model; of an unknown one only the prompt. */
export function videoWriters(model: string): Writers<VideoRequest> {
  return { ...prompt, ...VIDEO_MODELS.find(([name]) => name.test(model))?.[1] };
}
