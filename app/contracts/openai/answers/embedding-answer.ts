import { z } from 'zod';
import { embeddingUsageAnswer } from './usage-answer.ts';

/** POST /api/v1/embeddings. */
export const embeddingAnswer = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int().min(0),
        embedding: z
          .union([z.array(z.number()), z.string()])
          .describe('Numbers, or with encoding_format base64 little-endian floats of 32 bits.'),
      }),
    ),
    model: z.string(),
    provider: z.string(),
    usage: embeddingUsageAnswer,
  })
  .meta({ title: 'Embeddings' });
