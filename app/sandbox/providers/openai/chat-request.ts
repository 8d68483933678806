import { z } from 'zod';
import { message } from './messages.ts';
import { functionChoice, functions, tool, toolChoice } from './tools.ts';

const penalty = z.number().min(-2).max(2).nullish();
const cap = z.int().min(1).nullish();

const responseFormat = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/),
      description: z.string().optional(),
      schema: z.looseObject({}).optional(),
      strict: z.boolean().nullish(),
    }),
  }),
]);

/** Every field of OpenAI's chat completions; others are refused as by the maker. */
export const chatRequest = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  // Not the maker's field: many other providers of its format have it, which the sandbox represents too.
  top_k: z.int().min(1).nullish(),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  max_tokens: cap,
  max_completion_tokens: cap,
  n: z.int().min(1).max(128).nullish(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(4)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  logit_bias: z.record(z.string().regex(/^\d+$/), z.number().min(-100).max(100)).nullish(),
  seed: z.int().nullish(),
  response_format: responseFormat.optional(),
  tools: z.array(tool).min(1).max(128).optional(),
  tool_choice: toolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  functions: functions.optional(),
  function_call: functionChoice.optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  user: z.string().optional(),
  safety_identifier: z.string().max(64).optional(),
  prompt_cache_key: z.string().optional(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority']).nullish(),
  modalities: z
    .array(z.enum(['text', 'audio']))
    .min(1)
    .nullish(),
  audio: z.looseObject({}).nullish(),
  prediction: z
    .strictObject({ type: z.literal('content'), content: z.union([z.string(), z.array(z.looseObject({}))]) })
    .nullish(),
  web_search_options: z.looseObject({}).optional(),
});

export type ChatRequest = z.output<typeof chatRequest>;
