import { parseSize } from '#app/contracts/media/image.ts';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { ProviderError } from '../contract.ts';
import type { ImageRequest } from './contract.ts';
import { imageAdapterFor } from './registry.ts';

/** Values to try for fields with a choice. */
const CHOICES = {
  size: ['1024x1024', '1536x1024', '1024x1536', '2048x2048', '1344x768', '768x1344'],
  aspectRatio: ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9', '9:21'],
  resolution: ['1K', '2K', '4K'],
  quality: ['low', 'medium', 'high', 'auto'],
  background: ['transparent', 'opaque', 'auto'],
  outputFormat: ['png', 'jpeg', 'webp'],
} as const;

/** Fields that are accepted or not. */
const SWITCHES = { seed: 1, negativePrompt: 'fog', outputCompression: 80, partialImages: 1 } as const;

const MAX_IMAGES = 10;
const MAX_INPUTS = 16;
const NOTHING = { mimeType: 'image/png', bytes: Buffer.alloc(0) };

type Choice = keyof typeof CHOICES;
type Switch = keyof typeof SWITCHES;

/** The options that an image offer accepts; the list of an unsupported field is empty. */
export type ImageOptions = Readonly<Record<Choice, readonly string[]>> & {
  takes: readonly (Switch | 'mask')[];
  /** Images per order, produced and as input. */
  maxImages: number;
  maxInputs: number;
};

const known = new Map<string, ImageOptions>();

/**
 * The options that a model accepts over a dialect, found by checking common values with its adapter. A value
 * that is not listed may be accepted too, if any size is.
 * @param model the provider's own name for it
 * @returns null if no adapter makes images over the dialect
 */
export function imageOptions(dialect: Dialect | null, model: string): ImageOptions | null {
  const name = `${dialect} ${model}`;
  const options = known.get(name) ?? ask(dialect, model);
  if (options) known.set(name, options);
  return options;
}

function ask(dialect: Dialect | null, model: string): ImageOptions | null {
  const maker = imageAdapterFor(dialect);
  if (!maker) return null;
  const adapter = 'jobs' in maker ? maker.jobs : maker.adapter;
  const takes = (more: Partial<ImageRequest>): boolean => {
    try {
      adapter.check({ model, prompt: 'A fox', count: 1, images: [], ...more });
      return true;
    } catch (error) {
      if (error instanceof ProviderError) return false;
      throw error;
    }
  };
  const inputs = (count: number) => Array.from({ length: count }, () => NOTHING);
  const listed = (field: Choice) =>
    CHOICES[field].filter((value) => takes({ [field]: field === 'size' ? parseSize(value) : value }));
  const maxOf = (max: number, isAccepted: (count: number) => boolean) => {
    let count = max;
    while (count > 0 && !isAccepted(count)) count -= 1;
    return count;
  };
  const switches = (Object.keys(SWITCHES) as Switch[]).filter((field) =>
    takes({ [field]: SWITCHES[field], ...(field === 'outputCompression' && { outputFormat: 'jpeg' }) }),
  );
  const maxPieces = 'jobs' in maker ? maker.jobs.maxPieces : MAX_IMAGES;
  return {
    size: listed('size'),
    aspectRatio: listed('aspectRatio'),
    resolution: listed('resolution'),
    quality: listed('quality'),
    background: listed('background'),
    outputFormat: listed('outputFormat'),
    takes: [...switches, ...(takes({ images: inputs(1), mask: NOTHING }) ? (['mask'] as const) : [])],
    maxImages: maxOf(maxPieces, (count) => takes({ count })),
    maxInputs: maxOf(MAX_INPUTS, (count) => takes({ images: inputs(count) })),
  };
}
