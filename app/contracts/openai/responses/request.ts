import { z } from 'zod';
import { chatRequest } from '../chat-request.ts';
import { ignoredFields, ignoredWithin } from '../ignored-fields.ts';
import { withoutTextIn } from './hosted-items.ts';
import { input } from './input-items.ts';
import { hasHostedAlone, hostedIn, tool, toolChoice } from './tools.ts';

/** Fields that chat completions have, too, share their limits. */
const chat = chatRequest.shape;

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const format = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({
      type: z.literal('json_schema'),
      name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
      description: z.string().nullish(),
      schema: z.record(z.string(), z.unknown()),
      strict: z.boolean().nullish(),
    }),
  ],
  { error: 'must be of type text, json_object or json_schema' },
);

/**
 * The first two change the answer; the others concern tools that are not available, or data that the answer
 * contains anyway.
 */
export const INCLUDABLE = [
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'code_interpreter_call.outputs',
] as const;

const summary = z.enum(['auto', 'concise', 'detailed']).nullish();

const notAvailable = (what: string) =>
  z
    .null({ error: `is not supported: ${what}` })
    .optional()
    .describe('Not available; must be null or absent.');

/**
 * Chat completions' names of fields that have another name here: a call that uses them would not get the
 * result it requests.
 */
const RENAMED_FIELDS = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  response_format: 'text.format',
  verbosity: 'text.verbosity',
  reasoning_effort: 'reasoning.effort',
  logprobs: 'include, with message.output_text.logprobs',
  functions: 'tools',
  function_call: 'tool_choice',
  n: 'a further call',
};

/** Names of chat completions that are refused. */
export const CHAT_ONLY_FIELDS = Object.keys(RENAMED_FIELDS);

const refusedFields = Object.fromEntries(
  Object.entries(RENAMED_FIELDS).map(([field, here]) => [
    field,
    z.null({ error: `is chat completions'; here it is ${here}` }).optional(),
  ]),
);

/** Model options of chat completions that have the same names here. */
const shared = {
  model: chat.model,
  models: chat.models,
  provider: chat.provider,
  temperature: chat.temperature,
  top_p: chat.top_p,
  top_k: chat.top_k,
  frequency_penalty: chat.frequency_penalty,
  presence_penalty: chat.presence_penalty,
  stop: chat.stop,
  logit_bias: chat.logit_bias,
  seed: chat.seed,
  parallel_tool_calls: chat.parallel_tool_calls,
  prompt_cache_key: chat.prompt_cache_key,
};

const fields = {
  ...shared,
  input,
  instructions: optional(z.string()).describe(
    'Comes before everything else, as a system message. Not carried over to a later response.',
  ),
  stream: chat.stream,
  stream_options: optional(z.looseObject({ include_obfuscation: z.boolean().nullish() })).describe(
    'Accepted, but not passed on.',
  ),
  max_output_tokens: chat.max_tokens,
  tools: optional(z.array(tool).max(128)).describe(
    'Tools that the model can ask you to run. Tools that a provider would run are left out and listed.',
  ),
  tool_choice: optional(toolChoice).describe('Whether the model can or must call a tool, and which one.'),
  text: optional(z.looseObject({ format: format.nullish(), verbosity: chat.verbosity })).describe(
    'The format of the text, and how much the model writes.',
  ),
  reasoning: optional(
    z.looseObject({ effort: chat.reasoning_effort, summary, generate_summary: summary }),
  ).describe(
    'How long the model reasons. With `summary`, the reasoning comes as summaries, otherwise unchanged.',
  ),
  include: optional(z.array(z.enum(INCLUDABLE)).max(16)).describe('What else to include in the response.'),
  top_logprobs: chat.top_logprobs,
  truncation: optional(z.enum(['auto', 'disabled'])).describe(
    'Nothing is truncated automatically: `auto` has no effect.',
  ),
  metadata: chat.metadata.describe('Up to 16 pairs, stored with the response.'),
  user: optional(z.string().max(512)).describe('Accepted and returned in the response, but not passed on.'),
  safety_identifier: optional(z.string().max(512)).describe(
    'Accepted and returned in the response, but not passed on.',
  ),
  store: optional(z.boolean()).describe(
    'false: nothing of the response is stored. Otherwise you can read it again and continue it for a limited time.',
  ),
  previous_response_id: optional(z.string().max(200)).describe(
    'The response to continue from: its items, and those before it, come before the input.',
  ),
  background: optional(z.boolean()).describe(
    'Respond immediately and continue without the client, which gets the response later by its ID.',
  ),
  conversation: notAvailable('send the items, or previous_response_id'),
  prompt: notAvailable('there are no stored prompts; send instructions and input'),
};

/** The body of POST /api/v1/responses. */
export const responsesRequest = z
  .looseObject({ ...refusedFields, ...fields })
  .refine(({ tools, tool_choice: choice }) => choice !== 'required' || !hasHostedAlone(tools), {
    message: `required, and none of the tools is on offer: a provider would run them`,
    path: ['tool_choice'],
  })
  .refine(({ background, store }) => !background || store !== false, {
    message: 'needs store to be true: it is asked for by its id',
    path: ['background'],
  });

export type ResponsesRequest = z.output<typeof responsesRequest>;

/** The body of POST /api/v1/responses/input_tokens: a call whose input may be absent. */
export const responseCountRequest = z
  .looseObject({ ...refusedFields, ...fields, input: input.nullish().transform((items) => items ?? []) })
  .meta({ title: 'ResponseCountRequest' });

const REASONING_FIELDS: ReadonlySet<string> = new Set(['effort', 'summary', 'generate_summary']);
const TEXT_FIELDS: ReadonlySet<string> = new Set(['format', 'verbosity']);

const IGNORED: ReadonlySet<string> = new Set(['stream_options', 'user', 'safety_identifier']);
const USED: ReadonlySet<string> = new Set(Object.keys(fields).filter((field) => !IGNORED.has(field)));

/** Names of the fields of a call that reach no model and have no effect. */
export function ignoredInResponses(body: ResponsesRequest): string[] {
  const { input: items, reasoning, text, tools, truncation } = body;
  return [
    ...ignoredFields(body, USED),
    ...ignoredWithin('reasoning', reasoning, REASONING_FIELDS),
    ...ignoredWithin('text', text, TEXT_FIELDS),
    ...hostedIn(tools),
    ...withoutTextIn(items),
    ...(truncation === 'auto' ? ['truncation'] : []),
  ];
}
