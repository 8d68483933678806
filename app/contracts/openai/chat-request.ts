import { z } from 'zod';
import { cacheControl, message } from './messages.ts';
import { ignoredFields, ignoredWithin } from './ignored-fields.ts';
import { providerPreferences } from './provider-preferences.ts';
import { EFFORTS, KNOWN_WITHIN, reasoning, thinking } from './reasoning.ts';
import { withMediaBehind } from './tool-media.ts';

/**
 * The limits of the public API (the specification's); values of OpenAI's beyond them are accepted if listed
 * here.
 */

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);
const between = (min: number, max: number) => optional(z.number().min(min).max(max));
const tokens = optional(z.int().min(1));

const functionName = z.object({ name: z.string() });

const tool = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('function'),
      function: z.object({
        name: z.string().regex(/^[\w.-]{1,128}$/, 'must be 1 to 128 letters, digits, _, . or -'),
        description: optional(z.string()),
        parameters: optional(z.record(z.string(), z.unknown())),
        strict: z.boolean().nullish(),
      }),
      cache_control: cacheControl,
    }),
    z.object({
      type: z.literal('custom'),
      custom: z.object({
        name: z.string().min(1),
        description: z.string().optional(),
        format: z
          .discriminatedUnion('type', [
            z.object({ type: z.literal('text') }),
            z.object({
              type: z.literal('grammar'),
              grammar: z.object({ syntax: z.enum(['lark', 'regex']), definition: z.string() }),
            }),
          ])
          .optional(),
      }),
      cache_control: cacheControl,
    }),
  ],
  // Tools that a provider would run itself (search, code, files) have no price here.
  { error: 'must be of type function or custom; tools that a provider runs are not supported' },
);

const toolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('function'), function: functionName }),
      z.object({ type: z.literal('custom'), custom: functionName }),
      z.object({
        type: z.literal('allowed_tools'),
        allowed_tools: z.object({
          mode: z.enum(['auto', 'required']),
          tools: z
            .array(
              z.object({
                type: z.string(),
                function: functionName.optional(),
                custom: functionName.optional(),
              }),
            )
            .max(128),
        }),
      }),
    ]),
  ],
  { error: 'must be none, auto, required, or name a tool' },
);

const responseFormat = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({
      type: z.literal('json_schema'),
      json_schema: z.object({
        name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
        description: z.string().optional(),
        schema: z.record(z.string(), z.unknown()).optional(),
        strict: z.boolean().nullish(),
      }),
    }),
  ],
  { error: 'must be of type text, json_object or json_schema' },
);

/** Longer than any real conversation. The limit exists because each message is checked. */
const MAX_MESSAGES = 10_000;

/** Options that are passed on to the model, if it accepts them. */
const options = {
  temperature: between(0, 2).describe('How random the output is.'),
  top_p: between(0, 1).describe(
    'Choose only from the most likely tokens that together have this probability.',
  ),
  top_k: optional(z.int().min(1)).describe(
    'Choose only from this many most likely tokens. Not an OpenAI field, but common elsewhere.',
  ),
  frequency_penalty: between(-2, 2).describe('Penalizes tokens more the more often they have appeared.'),
  presence_penalty: between(-2, 2).describe('Penalizes tokens that have already appeared.'),
  n: optional(z.int().min(1).max(128)).describe('How many choices to create.'),
  stop: optional(
    z.union([z.string(), z.array(z.string()).max(4)], { error: 'must be a string or up to 4 of them' }),
  ).describe('Texts at which the output ends.'),
  logit_bias: optional(z.record(z.string(), z.number().min(-100).max(100))).describe(
    'Token ID -> how much more likely it becomes.',
  ),
  logprobs: optional(z.boolean()).describe('Return how likely each token was.'),
  top_logprobs: optional(z.int().min(0).max(8)).describe(
    'The number of alternatives per token; needs logprobs.',
  ),
  seed: optional(z.int()).describe(
    'The same seed gives the same output if the model supports it; best effort.',
  ),
  tools: optional(z.array(tool).max(128)).describe('Tools that the model can ask you to run.'),
  tool_choice: optional(toolChoice).describe('Whether the model can or must call a tool, and which one.'),
  parallel_tool_calls: optional(z.boolean()).describe('Whether the model can call several tools at once.'),
  response_format: optional(responseFormat).describe('Text, any JSON object, or JSON that matches a schema.'),
  reasoning_effort: optional(z.enum(EFFORTS)).describe('How long the model reasons, for reasoning models.'),
  verbosity: optional(z.enum(['low', 'medium', 'high'])).describe(
    'How much the model writes, for models that support it.',
  ),
  prompt_cache_key: optional(z.string().max(512)).describe(
    'Requests with the same key share the provider’s prompt cache.',
  ),
  functions: optional(
    z
      .array(
        z.object({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .max(128),
  ).describe('The 2023 format of tools.'),
  function_call: optional(z.union([z.enum(['none', 'auto']), functionName])).describe(
    'The 2023 format of tool_choice.',
  ),
};

const UNUSED = 'Accepted, but not passed on.';

/**
 * Accepted so that no client breaks, and not passed on: they concern OpenAI's own storage or accounts, or
 * change the price in a way that our prices do not cover.
 */
const ignored = {
  modalities: optional(z.array(z.string()).max(4)).describe(UNUSED),
  audio: optional(z.looseObject({})).describe(UNUSED),
  prediction: optional(z.looseObject({})).describe(UNUSED),
  web_search_options: optional(z.looseObject({})).describe(UNUSED),
  service_tier: optional(z.string()).describe(UNUSED),
  store: optional(z.boolean()).describe(UNUSED),
  metadata: optional(
    z.record(z.string(), z.string().max(512)).refine((pairs) => Object.keys(pairs).length <= 16),
  ).describe(UNUSED),
  user: optional(z.string()).describe(UNUSED),
  safety_identifier: optional(z.string()).describe(UNUSED),
};

/** Names of the options that are passed on. */
export const OPTION_NAMES = Object.keys(options) as OptionName[];
export type OptionName = keyof typeof options;

/** Fields that are read here, besides those that are passed on. */
const read = {
  model: optional(z.string().min(1).max(160)).describe(
    'An ID from GET /models, `parlance/auto`, or `default` for the account’s default model.',
  ),
  messages: z.array(message).min(1).max(MAX_MESSAGES).transform(withMediaBehind).describe('The chat so far.'),
  max_tokens: tokens.describe('Max output tokens. If you omit it: 16,384, or what the balance covers.'),
  max_completion_tokens: tokens.describe('The same as max_tokens.'),
  stream: optional(z.boolean()).describe('Respond with server-sent events.'),
  stream_options: optional(
    z.looseObject({
      include_usage: z.boolean().nullish().describe('Send one more event, with the usage, before [DONE].'),
      include_obfuscation: z.boolean().nullish().describe(UNUSED),
    }),
  ).describe('For stream: true.'),
  usage: optional(z.looseObject({ include: z.boolean().nullish() })).describe(
    '`include` does the same as stream_options.include_usage, for clients of other hubs.',
  ),
  reasoning: optional(reasoning).describe(
    'Reasoning in OpenRouter’s format: an effort or a budget, shown or hidden.',
  ),
  thinking: optional(thinking).describe('Reasoning in Anthropic’s format.'),
  include_reasoning: optional(z.boolean()).describe('false: the same as `reasoning.exclude`.'),
  models: optional(z.array(z.string().min(1).max(160)).max(8)).describe(
    'Fallbacks, tried in this order when the model before can’t answer.',
  ),
  provider: optional(providerPreferences).describe(
    'Which providers can serve the request, and in which order.',
  ),
};

/** The body of POST /api/v1/chat/completions. */
export const chatRequest = z
  .looseObject({ ...read, ...options, ...ignored })
  .refine((body) => body.top_logprobs === undefined || body.logprobs === true, {
    message: 'needs logprobs to be true',
    path: ['top_logprobs'],
  })
  .refine((body) => !body.stream_options || body.stream === true, {
    message: 'is only for stream: true',
    path: ['stream_options'],
  });

export type ChatRequest = z.output<typeof chatRequest>;

/** The values of fields that a call does not set, in the form of a call. */
export const CHAT_DEFAULTS = {
  temperature: '1',
  top_p: '1',
  frequency_penalty: '0',
  presence_penalty: '0',
  n: '1',
  logprobs: 'false',
  stream: 'false',
} as const satisfies Partial<Record<OptionName | keyof typeof read, string>>;

const USED: ReadonlySet<string> = new Set([...Object.keys(read), ...OPTION_NAMES]);

/** Names of the fields of a call that reach no model. */
export function ignoredInChat(body: ChatRequest): string[] {
  return [
    ...ignoredFields(body, USED),
    ...ignoredWithin('reasoning', body.reasoning, KNOWN_WITHIN.reasoning),
    ...ignoredWithin('thinking', body.thinking, KNOWN_WITHIN.thinking),
  ];
}

/** Tells whether a field of that name is read or passed on. */
export const isUsedInChat = (name: string): boolean => USED.has(name);
