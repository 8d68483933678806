import { z } from 'zod';

const tokens = z.int().min(0);

/** The usage of images: tokens if their maker counts them, else zero. */
export const imageUsageAnswer = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  total_tokens: tokens,
  input_tokens_details: z.object({ text_tokens: tokens, image_tokens: tokens }),
  output_tokens_details: z.object({ text_tokens: tokens, image_tokens: tokens }),
  cost: z.number().describe('In dollars.'),
});

const facts = {
  size: z.string().describe('The actual size of the first image: `1024x1024`.'),
  quality: z.string().optional().describe('As requested.'),
  background: z.string().optional().describe('As requested.'),
  output_format: z.string().describe('The actual format of the first image.'),
};

/** The answer of POST /api/v1/images/generations and /images/edits. */
export const imageAnswer = z
  .object({
    created: z.int(),
    data: z.array(z.object({ b64_json: z.string() })),
    ...facts,
    model: z.string(),
    provider: z.string(),
    usage: imageUsageAnswer,
  })
  .meta({ title: 'Images' });

/** An event of such an answer as a stream. */
export const imageEvent = z
  .object({
    type: z.enum([
      'image_generation.partial_image',
      'image_generation.completed',
      'image_edit.partial_image',
      'image_edit.completed',
    ]),
    created_at: z.int(),
    b64_json: z.string(),
    partial_image_index: z.int().min(0).optional(),
    ...facts,
    size: facts.size.optional(),
    usage: imageUsageAnswer.optional().describe('With the last image.'),
  })
  .meta({ title: 'ImageEvent' });

export type ImageUsageAnswer = z.output<typeof imageUsageAnswer>;
