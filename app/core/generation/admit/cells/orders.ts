import { parseSize, type ImageOrder } from '#app/contracts/media/image.ts';
import type { VideoOrder } from '#app/contracts/media/video.ts';
import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import type { ImageOptions } from '#app/core/providers/media/image-options.ts';

/**
 * What is asked of a picture, by the form of the playground. It is made without being shown meanwhile where its model does
 * not do that, or of several pictures: what comes of it is the same.
 * @param takes what the pair takes
 */
export function toImageOrder(
  prompt: string,
  options: PlaygroundOptions,
  takes: ImageOptions['takes'],
): ImageOrder {
  const { n = 1, quality, background, output_format: outputFormat, partial_images: partials } = options;
  const partialImages = n === 1 && takes.includes('partialImages') ? partials : undefined;
  return {
    prompt,
    count: n,
    ...said({ ...shared(options), quality, background, outputFormat, partialImages }),
  };
}

/** The same of a video. */
export function toVideoOrder(prompt: string, options: PlaygroundOptions): VideoOrder {
  const { seconds, sound } = options;
  return {
    prompt,
    ...said({ ...shared(options), seconds, sound: sound === undefined ? undefined : sound === 'yes' }),
  };
}

function shared({ size, resolution, seed, ...options }: PlaygroundOptions) {
  return {
    size: parseSize(size),
    aspectRatio: options.aspect_ratio,
    resolution,
    seed,
    negativePrompt: options.negative_prompt,
  };
}

type Said<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Without what is not said: an adapter is asked for what is there. */
function said<Fields extends object>(fields: Fields): Said<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Said<Fields>;
}
