import type { ImageRequest, VideoRequest } from '#app/core/providers/media/contract.ts';
import {
  as,
  dataUrl,
  oneOf,
  maxImages,
  within,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';

/** Maximum images per order, for models that make several. */
export const MAX_IMAGES = 4;
/** Size names per aspect ratio, for models that require them. */
const SIZE_NAMES: Readonly<Record<string, string>> = {
  '1:1': 'square_hd',
  '4:3': 'landscape_4_3',
  '16:9': 'landscape_16_9',
  '3:4': 'portrait_4_3',
  '9:16': 'portrait_16_9',
};

const sized: Writers<ImageRequest> = {
  size: as('image_size'),
  aspectRatio: oneOf('aspectRatio', Object.keys(SIZE_NAMES), (ratio) => ({ image_size: SIZE_NAMES[ratio] })),
};
const seed: Writers<ImageRequest> = { seed: as('seed') };
const several: Writers<ImageRequest> = {
  count: within('count', [1, MAX_IMAGES], (count) => ({ num_images: count })),
};
const jpegOrPng: Writers<ImageRequest> = {
  outputFormat: oneOf('outputFormat', ['png', 'jpeg'], (format) => ({ output_format: format })),
};
const many = (max: number): Writers<ImageRequest> => ({
  images: maxImages(max, (images) => ({ image_urls: images.map(dataUrl) })),
});
const one: Writers<ImageRequest> = {
  images: maxImages(1, ([image]) => ({ image_url: image && dataUrl(image) })),
};

export interface Model<Request> {
  writers: Writers<Request>;
  /** Path below the model's own, for editing images or starting from a frame. */
  editPath?: string;
}

const prompt = { prompt: as('prompt') };

/** The options of each image model; the first match counts. */
const IMAGE_MODELS: readonly (readonly [RegExp, Model<ImageRequest>])[] = [
  [
    /^fal-ai\/flux-2-(?:pro|flex|max)$/,
    { writers: { ...prompt, ...sized, ...seed, ...jpegOrPng, ...many(8) }, editPath: '/edit' },
  ],
  [
    /^fal-ai\/flux-pro\/kontext$/,
    { writers: { ...prompt, ...seed, ...several, ...jpegOrPng, ...one, aspectRatio: as('aspect_ratio') } },
  ],
  [
    /^fal-ai\/flux\/dev$/,
    {
      writers: { ...prompt, ...sized, ...seed, ...several, ...jpegOrPng, ...one },
      editPath: '/image-to-image',
    },
  ],
  [/^fal-ai\/flux\/schnell$/, { writers: { ...prompt, ...sized, ...seed, ...several, ...jpegOrPng } }],
  [
    /^fal-ai\/qwen-image$/,
    {
      writers: {
        ...prompt,
        ...sized,
        ...seed,
        ...several,
        ...jpegOrPng,
        negativePrompt: as('negative_prompt'),
      },
    },
  ],
  [/^fal-ai\/recraft\/v\d\/text-to-image$/, { writers: { ...prompt, ...sized } }],
  [
    /^fal-ai\/bytedance\/seedream\/v5\/lite\/text-to-image$/,
    { writers: { ...prompt, ...sized, ...seed, ...several, ...many(10) }, editPath: '/../edit' },
  ],
];

const frame: Writers<VideoRequest> = { firstFrame: (image) => ({ image_url: dataUrl(image) }) };
const footage: Writers<VideoRequest> = { video: (video) => ({ video_url: dataUrl(video) }) };
const shape: Writers<VideoRequest> = { aspectRatio: as('aspect_ratio'), resolution: as('resolution') };
const inSeconds = (min: number, max: number): Writers<VideoRequest> => ({
  seconds: within('seconds', [min, max], (seconds) => ({ duration: String(seconds) })),
});
const sound: Writers<VideoRequest> = { sound: as('generate_audio') };

const VIDEO_MODELS: readonly (readonly [RegExp, Model<VideoRequest>])[] = [
  [
    /^fal-ai\/kling-video\//,
    {
      writers: {
        ...prompt,
        ...frame,
        ...inSeconds(3, 15),
        ...sound,
        aspectRatio: as('aspect_ratio'),
        negativePrompt: as('negative_prompt'),
      },
      editPath: '/image-to-video',
    },
  ],
  [/^fal-ai\/luma-dream-machine\/.*\/modify$/, { writers: { ...prompt, ...footage } }],
  [
    /^fal-ai\/(?:wan\/|flux-3\/video|bytedance\/seedance\/)/,
    {
      writers: { ...prompt, ...frame, ...shape, ...inSeconds(2, 15), ...sound, seed: as('seed') },
      editPath: '/image-to-video',
    },
  ],
];

/** Unknown models get only the prompt, since they might silently ignore an option. */
const UNKNOWN = { writers: prompt };

/** The options of an image model. */
export function imageModel(model: string): Model<ImageRequest> {
  return IMAGE_MODELS.find(([name]) => name.test(model))?.[1] ?? UNKNOWN;
}

/** The options of a video model. */
export function videoModel(model: string): Model<VideoRequest> {
  return VIDEO_MODELS.find(([name]) => name.test(model))?.[1] ?? UNKNOWN;
}
