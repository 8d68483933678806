import { z } from 'zod';
import type { PixelSize } from '#app/contracts/cost.ts';
import type { VideoOrder } from '#app/contracts/media/video.ts';
import { ignoredFields } from './ignored-fields.ts';
import { providerPreferences } from './provider-preferences.ts';

/** Maximum length of a requested video, in seconds. */
export const MAX_VIDEO_SECONDS = 60;

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const LENGTH = `must be a whole number of seconds from 1 to ${MAX_VIDEO_SECONDS}`;
const seconds = z
  .union([z.int(), z.string().regex(/^\d{1,3}$/)], { error: LENGTH })
  .refine((value) => Number(value) >= 1 && Number(value) <= MAX_VIDEO_SECONDS, LENGTH)
  .transform(Number);

const dataUrl = z
  .string()
  .regex(
    /^data:(?:image|video)\/[a-z0-9-]{2,12};base64,/,
    'must be a data: URL with base64 of a picture or a video',
  );

const fields = {
  model: z.string({ error: 'is required' }).min(1).max(160).describe('An ID from GET /models.'),
  prompt: z.string({ error: 'is required' }).min(1).max(32_000),
  seconds: optional(seconds).describe(
    'The length: a number, or a number as text. If you omit it, the model chooses.',
  ),
  size: optional(
    z.string().regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/, 'must be width x height as 1280x720'),
  ).describe('For models that take sizes.'),
  aspect_ratio: optional(z.string().regex(/^\d{1,2}:\d{1,2}$/, 'must be as 16:9')),
  resolution: optional(z.string().regex(/^[\w.-]{1,24}$/, 'must be a word')).describe(
    'In the maker’s terms: `720p`, `1080p`.',
  ),
  sound: optional(z.boolean()).describe('Whether it has sound, if the model lets you choose.'),
  negative_prompt: optional(z.string().min(1).max(8_000)),
  seed: optional(z.int().min(0).max(4_294_967_295)),
  provider: optional(providerPreferences).describe(
    'Which providers can serve the request, and in which order.',
  ),
};

/**
 * The body of POST /api/v1/videos as JSON; a form has `input_reference` as a file. Further fields of OpenAI's
 * API are accepted, listed as ignored and not passed on.
 */
export const videoRequest = z.looseObject({
  ...fields,
  input_reference: optional(
    z.union([dataUrl, z.looseObject({ image_url: dataUrl })], {
      error: 'must be a data: URL of a picture or a video, or an object with it as image_url',
    }),
  ).describe('An image to start from, or a video to edit.'),
});

/** The fields of a form. */
export const videoForm = z.looseObject(fields);

export type VideoFields = z.output<typeof videoForm>;

const USED: ReadonlySet<string> = new Set([
  ...Object.keys(fields),
  'input_reference',
  'input_reference[image_url]',
]);

/** Names of the fields of a call that reach no model. */
export const ignoredInVideo = (body: VideoFields): string[] => ignoredFields(body, USED);

/** Converts the request body into our own order. */
export function toVideoOrder(body: VideoFields): VideoOrder {
  const { prompt, sound, seed, resolution } = body;
  const given: Partial<VideoOrder> = {
    seconds: body.seconds,
    size: sizeOf(body.size),
    aspectRatio: body.aspect_ratio,
    resolution,
    sound,
    negativePrompt: body.negative_prompt,
    seed,
  };
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { prompt, ...(Object.fromEntries(named) as Partial<VideoOrder>) };
}

function sizeOf(size: string | undefined): PixelSize | undefined {
  const [width, height] = size?.split('x').map(Number) ?? [];
  return width && height ? { width, height } : undefined;
}
