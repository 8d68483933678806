import { z } from 'zod';
import { CLAUDE_THOUGHTS, GEMINI_THOUGHTS } from '../../completion.ts';
import { usageAnswer } from './usage-answer.ts';

const seconds = z.int().min(0).describe('Unix time in seconds.');
const index = z.int().min(0);

const tokenLogprob = z.object({
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.int()).nullable(),
  top_logprobs: z.array(
    z.object({ token: z.string(), logprob: z.number(), bytes: z.array(z.int()).nullable() }),
  ),
});
const logprobs = z
  .object({ content: z.array(tokenLogprob).nullable(), refusal: z.array(tokenLogprob).nullable() })
  .nullable();

const finishReason = z
  .enum(['stop', 'length', 'tool_calls', 'content_filter', 'incomplete'])
  .nullable()
  .describe('Why the choice ended; null in chunks before its last one.');

/** A thought with its maker's signature, in answers and when clients send it back. */
export const reasoningDetail = z.union([
  z.object({
    index,
    format: z.literal(CLAUDE_THOUGHTS),
    type: z.literal('reasoning.text'),
    text: z.string(),
    signature: z.string(),
  }),
  z.object({
    index,
    format: z.literal(CLAUDE_THOUGHTS),
    type: z.literal('reasoning.encrypted'),
    data: z.string(),
  }),
  z.object({
    index,
    format: z.literal(GEMINI_THOUGHTS),
    type: z.literal('reasoning.encrypted'),
    data: z.string(),
    id: z.string().describe('The ID of the tool call that it belongs to.').optional(),
  }),
]);

const THOUGHTS = 'Visible reasoning. The same text under two names: clients read one of them.';
const thoughts = {
  reasoning_content: z.string().describe(THOUGHTS).optional(),
  reasoning: z.string().describe(THOUGHTS).optional(),
  reasoning_details: z
    .array(reasoningDetail)
    .describe('Signed blocks of reasoning. Send them back before the results of tools.')
    .optional(),
};

const toolCall = z.discriminatedUnion('type', [
  z.object({
    id: z.string(),
    type: z.literal('function'),
    function: z.object({ name: z.string(), arguments: z.string().describe('JSON, as the model wrote it.') }),
  }),
  z.object({
    id: z.string(),
    type: z.literal('custom'),
    custom: z.object({ name: z.string(), input: z.string() }),
  }),
]);

const facts = {
  id: z.string(),
  created: seconds,
  model: z
    .string()
    .describe('The model that answered. It differs from the requested one if that is retired or failed.'),
  provider: z.string().describe('The provider that answered.'),
  service_tier: z.null(),
};

/** The answer of POST /api/v1/chat/completions without `stream`. */
export const completionAnswer = z
  .object({
    ...facts,
    system_fingerprint: z.null(),
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index,
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          refusal: z.string().nullable(),
          ...thoughts,
          tool_calls: z.array(toolCall).optional(),
        }),
        logprobs,
        finish_reason: finishReason,
      }),
    ),
    usage: usageAnswer,
  })
  .meta({ title: 'ChatCompletion' });

export type CompletionAnswer = z.output<typeof completionAnswer>;

/** One event of POST /api/v1/chat/completions with `stream: true`. */
export const completionChunk = z
  .object({
    ...facts,
    object: z.literal('chat.completion.chunk'),
    choices: z
      .array(
        z.object({
          index,
          delta: z.object({
            role: z.literal('assistant').optional(),
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            ...thoughts,
            tool_calls: z
              .array(
                z.object({
                  index,
                  id: z.string().optional(),
                  type: z.enum(['function', 'custom']).optional(),
                  function: z
                    .object({ name: z.string().optional(), arguments: z.string().optional() })
                    .optional(),
                  custom: z.object({ name: z.string().optional(), input: z.string().optional() }).optional(),
                }),
              )
              .optional(),
          }),
          logprobs,
          finish_reason: finishReason,
        }),
      )
      .describe('Empty in the chunk with the usage.'),
    usage: usageAnswer
      .optional()
      .describe('In the last chunk before [DONE], if you set stream_options.include_usage.'),
  })
  .meta({ title: 'ChatCompletionChunk' });
