import { z } from 'zod';
import { parseSize, type ImageOrder } from '#app/contracts/media/image.ts';
import { ignoredFields } from './ignored-fields.ts';
import { providerPreferences } from './provider-preferences.ts';

/** Maximum number of generated images in one call, and of input images; the same as OpenAI's. */
export const MAX_IMAGES = 10;
export const MAX_INPUT_IMAGES = 16;

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);
const word = optional(z.string().regex(/^[\w.-]{1,24}$/, 'must be a word'));

/** The fields of an image request, independent of its input. */
const fields = {
  model: z.string({ error: 'is required' }).min(1).max(160).describe('An ID from GET /models.'),
  prompt: z.string({ error: 'is required' }).min(1).max(32_000),
  n: optional(z.int().min(1).max(MAX_IMAGES)).describe('Number of images; one by default.'),
  size: optional(
    z.string().regex(/^(?:auto|[1-9]\d{1,4}x[1-9]\d{1,4})$/, 'must be auto, or width x height as 1024x1024'),
  ),
  aspect_ratio: optional(z.string().regex(/^\d{1,2}:\d{1,2}$/, 'must be as 16:9')),
  resolution: word.describe('In the maker’s terms: `1K`, `2K`.'),
  quality: word.describe('In the maker’s terms: `low`, `high`.'),
  background: word,
  output_format: optional(z.enum(['png', 'jpeg', 'webp'])),
  output_compression: optional(z.int().min(0).max(100)),
  negative_prompt: optional(z.string().min(1).max(8_000)),
  seed: optional(z.int().min(0).max(4_294_967_295)),
  response_format: optional(
    z.literal('b64_json', { error: 'must be b64_json: pictures come in the answer' }),
  ),
  stream: optional(z.boolean()).describe(
    'Respond with server-sent events, with previews if the model provides them.',
  ),
  partial_images: optional(z.int().min(0).max(3)).describe('Number of previews; with `stream`.'),
  provider: optional(providerPreferences).describe(
    'Which providers can serve the request, and in which order.',
  ),
};

/**
 * The body of POST /api/v1/images/generations. Further fields of OpenAI's API are accepted, listed as ignored
 * and not passed on.
 */
export const imageRequest = z.looseObject(fields);

const image = z.object({
  image_url: z
    .string()
    .regex(/^data:image\/[a-z]{2,8};base64,/, 'must be a data: URL with base64 of a picture'),
});

/** The body of POST /api/v1/images/edits as JSON; a form has the images as files. */
export const imageEditRequest = z.looseObject({
  ...fields,
  images: z.array(image).min(1).max(MAX_INPUT_IMAGES).describe('The images to edit.'),
  mask: optional(image).describe('Where the first image may change: transparent pixels.'),
});

export type ImageFields = z.output<typeof imageRequest>;

const USED: ReadonlySet<string> = new Set([...Object.keys(fields), 'images', 'mask', 'image', 'image[]']);
/** A value that only states the default behaviour. */
const NEUTRAL = { moderation: 'auto' };

/** Names of the fields of a call that reach no model. */
export function ignoredInImage(body: ImageFields): string[] {
  const { moderation, ...rest } = body;
  return ignoredFields(moderation === NEUTRAL.moderation ? rest : body, USED);
}

/** Converts the request body into our own order. */
export function toImageOrder(body: ImageFields): ImageOrder {
  const { prompt, n, quality, background, seed, resolution } = body;
  const given: Partial<ImageOrder> = {
    size: parseSize(body.size),
    aspectRatio: body.aspect_ratio,
    resolution,
    quality,
    background,
    outputFormat: body.output_format,
    outputCompression: body.output_compression,
    negativePrompt: body.negative_prompt,
    seed,
    partialImages: body.stream ? body.partial_images : undefined,
  };
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { prompt, count: n ?? 1, ...(Object.fromEntries(named) as Partial<ImageOrder>) };
}
