import { z } from 'zod';
import { MAX_PARTIALS } from '../media/image.ts';
import type { Output } from './playground.ts';

/** Parameters of text models; a model that does not accept one is called without it. */
export const PLAYGROUND_PARAMETERS = [
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
] as const;
export type PlaygroundParameter = (typeof PLAYGROUND_PARAMETERS)[number];

/** Maximum number of images that one pair makes for a prompt: each of up to twelve pairs can make as many. */
export const MAX_IMAGES = 4;
const MAX_SECONDS = 60;

const word = z.string().regex(/^[\w.-]{1,24}$/, 'must be a word');

/**
 * The options of the form, under the names of the API. A pair that does not accept an image or video option
 * reports that in its cell.
 */
export const playgroundOptions = z.object({
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  max_tokens: z.int().min(1).optional(),
  n: z.int().min(1).max(MAX_IMAGES).optional(),
  seconds: z.int().min(1).max(MAX_SECONDS).optional(),
  size: z
    .string()
    .regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/, 'must be width x height as 1280x720')
    .optional(),
  aspect_ratio: z
    .string()
    .regex(/^\d{1,2}:\d{1,2}$/, 'must be as 16:9')
    .optional(),
  resolution: word.optional(),
  quality: word.optional(),
  background: word.optional(),
  output_format: z.enum(['png', 'jpeg', 'webp']).optional(),
  partial_images: z.int().min(1).max(MAX_PARTIALS).optional(),
  sound: z.enum(['yes', 'no']).optional(),
  negative_prompt: z.string().min(1).max(8_000).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
});

/** The options for the models of a prompt. */
export type PlaygroundOptions = z.output<typeof playgroundOptions>;
export type OptionName = keyof PlaygroundOptions;

/** The options of each output, in the order of the form. */
export const OPTIONS_OF: Readonly<Record<Output, readonly OptionName[]>> = {
  text: [...PLAYGROUND_PARAMETERS, 'max_tokens'],
  image: [
    'size',
    'aspect_ratio',
    'resolution',
    'quality',
    'background',
    'output_format',
    'n',
    'partial_images',
    'seed',
    'negative_prompt',
  ],
  video: ['seconds', 'size', 'aspect_ratio', 'resolution', 'sound', 'seed', 'negative_prompt'],
};

/** The options of an output that are set. */
export function optionsFor(output: Output, options: PlaygroundOptions): PlaygroundOptions {
  const entries = OPTIONS_OF[output].flatMap((name) =>
    options[name] === undefined ? [] : [[name, options[name]] as const],
  );
  return Object.fromEntries(entries);
}
