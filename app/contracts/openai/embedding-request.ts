import { z } from 'zod';
import { providerPreferences } from './provider-preferences.ts';

/** As many inputs as OpenAI takes in one call, and as many tokens of all of them. */
export const MOST_INPUTS = 2048;
export const MOST_INPUT_TOKENS = 300_000;

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const text = z.string().min(1);
const tokens = z.array(z.int().min(0)).min(1);

/** The body of POST /api/v1/embeddings. What OpenAI takes beyond it is accepted and not passed on (`user`). */
export const embeddingRequest = z.looseObject({
  model: z.string({ error: 'is required' }).min(1).max(160),
  input: z.union(
    [text, z.array(text).min(1).max(MOST_INPUTS), tokens, z.array(tokens).min(1).max(MOST_INPUTS)],
    {
      error: `must be a text, tokens, or 1 to ${MOST_INPUTS} of either, none of them empty`,
    },
  ),
  dimensions: optional(z.int().min(1).max(16_384)),
  encoding_format: optional(z.enum(['float', 'base64'])),
  provider: optional(providerPreferences),
  user: optional(z.string()),
});

export type EmbeddingRequest = z.output<typeof embeddingRequest>;
