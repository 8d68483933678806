import { z } from 'zod';
import { message } from './messages.ts';
import { providerPreferences } from './provider-preferences.ts';

/** The bounds of the public API (the specification's); what OpenAI takes beyond them is accepted where named. */

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);
const between = (min: number, max: number) => optional(z.number().min(min).max(max));
const tokens = optional(z.int().min(1));

const tool = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('function'),
    function: z.looseObject({
      name: z.string().regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, _, . or -'),
      description: z.string().optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
      strict: z.boolean().nullish(),
    }),
  }),
  z.looseObject({ type: z.literal('custom'), custom: z.looseObject({ name: z.string().min(1) }) }),
]);

const responseFormat = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('text') }),
    z.looseObject({ type: z.literal('json_object') }),
    z.looseObject({
      type: z.literal('json_schema'),
      json_schema: z.looseObject({
        name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
        schema: z.record(z.string(), z.unknown()).optional(),
        strict: z.boolean().nullish(),
      }),
    }),
  ],
  { error: 'must be of type text, json_object or json_schema' },
);

/** Nobody talks for so long, and each of them is looked at. */
const MOST_MESSAGES = 10_000;

/** What is passed on to the model, if it takes it. */
const options = {
  temperature: between(0, 2),
  top_p: between(0, 1),
  top_k: optional(z.int().min(1)),
  frequency_penalty: between(-2, 2),
  presence_penalty: between(-2, 2),
  n: optional(z.int().min(1).max(128)),
  stop: optional(
    z.union([z.string(), z.array(z.string()).max(4)], { error: 'must be a string or up to 4 of them' }),
  ),
  logit_bias: optional(z.record(z.string(), z.number().min(-100).max(100))),
  logprobs: optional(z.boolean()),
  top_logprobs: optional(z.int().min(0).max(8)),
  seed: optional(z.int()),
  tools: optional(z.array(tool).max(128)),
  tool_choice: optional(
    z.union([z.enum(['none', 'auto', 'required']), z.looseObject({ type: z.string() })], {
      error: 'must be none, auto, required, or name a tool',
    }),
  ),
  parallel_tool_calls: optional(z.boolean()),
  response_format: optional(responseFormat),
  reasoning_effort: optional(z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])),
  verbosity: optional(z.enum(['low', 'medium', 'high'])),
  modalities: optional(z.array(z.string()).max(4)),
  audio: optional(z.looseObject({})),
  prediction: optional(z.looseObject({})),
  web_search_options: optional(z.looseObject({})),
  service_tier: optional(z.string()),
  prompt_cache_key: optional(z.string().max(512)),
  functions: optional(z.array(z.looseObject({ name: z.string() })).max(128)),
  function_call: optional(z.union([z.string(), z.looseObject({ name: z.string() })])),
};

/** Accepted so that no client breaks, and not passed on: they concern OpenAI's own storage or accounts. */
const ignored = {
  store: optional(z.boolean()),
  metadata: optional(
    z.record(z.string(), z.string().max(512)).refine((pairs) => Object.keys(pairs).length <= 16),
  ),
  user: optional(z.string()),
  safety_identifier: optional(z.string()),
};

/** Names of what is passed on. */
export const OPTION_NAMES = Object.keys(options) as (keyof typeof options)[];

/** The body of POST /api/v1/chat/completions. */
export const chatRequest = z
  .looseObject({
    model: optional(z.string().min(1).max(160)),
    messages: z.array(message).min(1).max(MOST_MESSAGES),
    max_tokens: tokens,
    max_completion_tokens: tokens,
    stream: optional(z.boolean()),
    stream_options: optional(
      z.looseObject({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() }),
    ),
    /** Asked in this order when the model before cannot answer. */
    models: optional(z.array(z.string().min(1).max(160)).max(8)),
    provider: optional(providerPreferences),
    ...options,
    ...ignored,
  })
  .refine((body) => body.top_logprobs === undefined || body.logprobs === true, {
    message: 'needs logprobs to be true',
    path: ['top_logprobs'],
  })
  .refine((body) => !body.stream_options || body.stream === true, {
    message: 'is only for stream: true',
    path: ['stream_options'],
  });

export type ChatRequest = z.output<typeof chatRequest>;
