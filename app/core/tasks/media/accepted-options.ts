import type { ParameterRange } from '#app/contracts/models.ts';
import type { Price } from '#app/contracts/price.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import type { Offer } from '#app/core/catalogue/entry.ts';
import { imageOptions } from '#app/core/providers/media/image-options.ts';
import { videoOptions } from '#app/core/providers/media/video-options.ts';
import { soldResolutions } from '#app/core/tasks/video/resolutions.ts';
import { partialsOf } from './offered-choices.ts';

/** Values of a field that an offer accepts; a number has a range, and any other value is `true`. */
export type AcceptedValues = readonly string[] | ParameterRange | true;

/** The accepted values of fields, by their names in the API; the list of an unsupported field is empty. */
export type AcceptedOptions = Readonly<Partial<Record<string, AcceptedValues>>>;

/** An offer, and its price in force if it has one. */
type PossiblyPriced = Pick<Offer, 'dialect' | 'provider' | 'upstreamModel'> & { price?: Price | undefined };

const SEED = { min: 0, max: 4_294_967_295 };

/**
 * The optional fields of an order of images that an offer accepts, under the names of the API, by the checks
 * of its adapter; null if no adapter makes images with it.
 */
export function acceptedImageOptions({
  dialect,
  provider,
  upstreamModel,
}: PossiblyPriced): AcceptedOptions | null {
  const options = imageOptions(dialect ?? dialectOf(provider), upstreamModel);
  if (!options) return null;
  const { size, aspectRatio, resolution, quality, background, outputFormat, maxImages, takes } = options;
  return {
    size,
    aspect_ratio: aspectRatio,
    resolution,
    quality,
    background,
    output_format: outputFormat,
    partial_images: partialsOf(options),
    ...(maxImages > 1 && { n: { min: 1, max: maxImages } }),
    ...(takes.includes('mask') && { mask: true }),
    ...(takes.includes('outputCompression') && { output_compression: { min: 0, max: 100 } }),
    ...(takes.includes('seed') && { seed: SEED }),
    ...(takes.includes('negativePrompt') && { negative_prompt: true }),
  };
}

/** The same of an order of a video; a resolution needs a price. */
export function acceptedVideoOptions({
  dialect,
  provider,
  upstreamModel,
  price,
}: PossiblyPriced): AcceptedOptions | null {
  const options = videoOptions(dialect ?? dialectOf(provider), upstreamModel);
  if (!options) return null;
  const { seconds, size, aspectRatio, resolution, sound, takes } = options;
  return {
    seconds: seconds.map(String),
    size,
    aspect_ratio: aspectRatio,
    resolution: price ? soldResolutions(resolution, price) : resolution,
    // A provider that always makes sound offers no choice.
    ...(sound.length > 1 && { sound: true }),
    ...(takes.includes('seed') && { seed: SEED }),
    ...(takes.includes('negativePrompt') && { negative_prompt: true }),
  };
}
