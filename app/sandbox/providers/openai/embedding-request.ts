import { z } from 'zod';
import { check } from './check.ts';
import { invalidRequest, type WireError } from './errors.ts';

const tokens = z.array(z.int().min(0)).min(1).max(8192);
const text = z.string().min(1);

const embeddingRequest = z.strictObject({
  model: z.string(),
  input: z.union([text, z.array(text).min(1).max(2048), tokens, z.array(tokens).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.int().min(1).optional(),
  user: z.string().optional(),
});

export type EmbeddingRequest = z.output<typeof embeddingRequest>;

/**
 * Parses a body as strictly as OpenAI does.
 * @returns the request, or OpenAI's error
 */
export function readEmbeddingRequest(body: unknown): EmbeddingRequest | WireError {
  return check(embeddingRequest, body);
}

/** OpenAI's error for more dimensions than a model has. */
export function tooManyDimensions(most: number, got: number): WireError {
  const message = `Invalid 'dimensions': above maximum. Expected at most ${most}, but got ${got} instead.`;
  return invalidRequest(message, 'dimensions', 'integer_above_max_value');
}
