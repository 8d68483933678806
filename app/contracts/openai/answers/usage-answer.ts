import { z } from 'zod';

const count = z.int().min(0);

/** OpenAI's usage object, with the cost of the call added. */
export const usageAnswer = z
  .object({
    prompt_tokens: count.describe('Tokens of the prompt, including cached ones.'),
    completion_tokens: count.describe('Output tokens, including reasoning.'),
    total_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }),
    completion_tokens_details: z.object({ reasoning_tokens: count }),
    cost: z.number().min(0).describe('In dollars, exact to the micro-dollar.'),
  })
  .meta({ title: 'Usage' });

export type WireUsage = z.output<typeof usageAnswer>;

/** The usage of an embedding call: only input is counted. */
export const embeddingUsageAnswer = usageAnswer
  .pick({ prompt_tokens: true, total_tokens: true, cost: true })
  .meta({ title: 'EmbeddingUsage' });
