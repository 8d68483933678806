import { z } from 'zod';
import { embeddingUsageAnswer } from './answers/usage-answer.ts';
import { ignoredFields } from './ignored-fields.ts';
import { providerPreferences } from './provider-preferences.ts';

/** Maximum number of inputs in one call, and of tokens in all of them; the same as OpenAI's. */
export const MAX_INPUTS = 2048;

export const MAX_INPUT_TOKENS = 300_000;

/** Maximum number of JSON values: tokens in lists, and the rest of a body. */
export const MAX_EMBEDDING_VALUES = MAX_INPUT_TOKENS + 10_000;

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const text = z.string().min(1);

/** Checked as a whole: a list of 300,000 wrong values gets a single error. */
const tokens = z.custom<number[]>(
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => Number.isSafeInteger(one) && one >= 0),
);

/** The count is checked before the entries are. */
const few = z.array(z.unknown()).min(1).max(MAX_INPUTS);

/** A text, the tokens of one, or a list of either. */
export const embeddingInput = z.union([text, few.pipe(z.array(text)), tokens, few.pipe(z.array(tokens))], {
  error: `must be a text, tokens, or 1 to ${MAX_INPUTS} of either, none of them empty`,
});

/**
 * The body of POST /api/v1/embeddings. Further fields of OpenAI's API (`user`) are accepted and not passed
 * on.
 */
export const embeddingRequest = z.looseObject({
  model: z.string({ error: 'is required' }).min(1).max(160).describe('An ID from GET /models.'),
  input: embeddingInput,
  dimensions: optional(z.int().min(1).max(16_384)).describe(
    'How many numbers a vector has, for models that can create shorter ones.',
  ),
  encoding_format: optional(z.enum(['float', 'base64'])).describe(
    'Numbers, or 32-bit little-endian floats in base64.',
  ),
  provider: optional(providerPreferences).describe(
    'Which providers can serve the request, and in which order.',
  ),
  user: optional(z.string()),
});

export type EmbeddingRequest = z.output<typeof embeddingRequest>;

const USED: ReadonlySet<string> = new Set(['model', 'input', 'dimensions', 'encoding_format', 'provider']);

/** The answer of POST /api/v1/embeddings. */
export const embeddingAnswer = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int().min(0),
        embedding: z
          .union([z.array(z.number()), z.string()])
          .describe('Numbers, or 32-bit little-endian floats if encoding_format is base64.'),
      }),
    ),
    model: z.string(),
    provider: z.string(),
    usage: embeddingUsageAnswer,
  })
  .meta({ title: 'Embeddings' });

/** Names of the fields of a call that reach no model. */
export function ignoredInEmbedding(body: EmbeddingRequest): string[] {
  return ignoredFields(body, USED);
}
