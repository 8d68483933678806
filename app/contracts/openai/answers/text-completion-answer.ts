import { z } from 'zod';
import { usageAnswer } from './usage-answer.ts';

/** An answer of POST /api/v1/completions, whole or a piece of a stream. */
export const textCompletionAnswer = z
  .object({
    id: z.string(),
    object: z.literal('text_completion'),
    created: z.int().min(0).describe('Seconds since 1970.'),
    model: z.string().describe('Which model answered.'),
    provider: z.string().describe('Who served it.'),
    choices: z.array(
      z.object({
        index: z.int().min(0),
        text: z.string(),
        logprobs: z.null(),
        finish_reason: z
          .enum(['stop', 'length', 'content_filter'])
          .nullable()
          .describe('null in a piece of a stream before its last.'),
      }),
    ),
    usage: usageAnswer
      .nullish()
      .describe('Of a stream in one more piece, where stream_options.include_usage asks for it.'),
  })
  .meta({ title: 'TextCompletion' });

export type TextCompletion = z.output<typeof textCompletionAnswer>;
