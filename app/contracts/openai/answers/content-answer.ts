import { z } from 'zod';
import { GENERATION_STATES } from '../../generation.ts';

const call = z.object({
  id: z.string(),
  name: z.string(),
  input: z.string().describe('The arguments of a function as JSON, or the input of a custom tool.'),
});

const choice = z.object({
  content: z.string(),
  reasoning: z.string(),
  refusal: z.string(),
  tool_calls: z.array(call),
});

const output = z.object({
  completion: z.string().nullable().describe('The text of the first choice.'),
  reasoning: z.string().nullable(),
  choices: z.array(choice),
  files: z.array(z.string()).describe('IDs of generated files; they may have been deleted since.'),
  embeddings: z.array(z.string()).describe('One vector for each input: little-endian float32 as base64.'),
  state: z
    .enum(GENERATION_STATES)
    .nullable()
    .describe(
      'null while the request runs, and for a response that was too long to store; the rest is empty.',
    ),
});

/** The answer of GET /api/v1/generation/content: the request body and the output of a call. */
export const contentAnswer = z
  .object({
    data: z.object({
      id: z.string(),
      input: z
        .record(z.string(), z.unknown())
        .describe('The body, in the format of chat completions, embeddings, images, or videos.'),
      output,
    }),
  })
  .meta({ title: 'GenerationContent' });

export type ContentAnswer = z.output<typeof contentAnswer>;
