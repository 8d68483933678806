import { z } from 'zod';
import { invalidRequest, type WireError } from './errors.ts';

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({
      url: z.string().regex(/^(https?:|data:image\/)/),
      detail: z.enum(['auto', 'low', 'high']).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal('input_audio'),
    input_audio: z.strictObject({ data: z.string(), format: z.enum(['wav', 'mp3']) }),
  }),
  z.strictObject({ type: z.literal('file'), file: z.looseObject({}) }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
]);
const content = z.union([z.string(), z.array(part).min(1)]);
const toolCall = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});
const name = z.string().optional();

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content, name }),
  z.strictObject({ role: z.literal('developer'), content, name }),
  z.strictObject({ role: z.literal('user'), content, name }),
  z.strictObject({
    role: z.literal('assistant'),
    content: content.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(toolCall).optional(),
    function_call: z.strictObject({ name: z.string(), arguments: z.string() }).optional(),
    name,
  }),
  z.strictObject({ role: z.literal('tool'), content, tool_call_id: z.string() }),
  z.strictObject({ role: z.literal('function'), content: z.string().nullable(), name: z.string() }),
]);

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({}).optional(),
    strict: z.boolean().nullish(),
  }),
});
const functionName = z.strictObject({ name: z.string() });

/** Every field that OpenAI's chat completions know; anything else is refused as it is there. */
const chatRequest = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  // The sandbox has one voice.
  n: z.literal(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  logit_bias: z.record(z.string(), z.number().min(-100).max(100)).nullish(),
  seed: z.int().nullish(),
  response_format: z.looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) }).optional(),
  tools: z.array(tool).max(128).optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: functionName }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  functions: z.array(z.looseObject({ name: z.string() })).optional(),
  function_call: z.union([z.enum(['none', 'auto']), functionName]).optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  user: z.string().optional(),
  safety_identifier: z.string().optional(),
  prompt_cache_key: z.string().optional(),
  service_tier: z.string().nullish(),
  modalities: z.array(z.enum(['text', 'audio'])).nullish(),
  prediction: z.looseObject({}).nullish(),
});

export type ChatRequest = z.output<typeof chatRequest>;

const embeddingRequest = z.strictObject({
  model: z.string(),
  input: z.union([
    z.string().min(1),
    z.array(z.string().min(1)).min(1).max(2048),
    z.array(z.int()).min(1),
    z.array(z.array(z.int()).min(1)).min(1),
  ]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.int().min(1).max(4096).optional(),
  user: z.string().optional(),
});

export type EmbeddingRequest = z.output<typeof embeddingRequest>;

/** Checks a body as OpenAI does, or says what is wrong with it in OpenAI's words. */
export function readChatRequest(body: unknown): ChatRequest | WireError {
  const read = check(chatRequest, body);
  if ('status' in read) return read;
  if (read.stream_options && !read.stream) {
    return invalidRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
    );
  }
  return read;
}

export function readEmbeddingRequest(body: unknown): EmbeddingRequest | WireError {
  return check(embeddingRequest, body);
}

function check<T>(schema: z.ZodType<T>, body: unknown): T | WireError {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) return invalidRequest('Invalid request.', null);
  const path = issue.path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index ? '.' : ''}${String(key)}`))
    .join('');
  if (issue.code === 'unrecognized_keys') {
    const key = [path, issue.keys[0]].filter(Boolean).join('.');
    return path
      ? invalidRequest(`Unknown parameter: '${key}'.`, key, 'unknown_parameter')
      : invalidRequest(`Unrecognized request argument supplied: ${key}`, null);
  }
  if (path && valueAt(body, issue.path) === undefined) {
    return invalidRequest(`Missing required parameter: '${path}'.`, path, 'missing_required_parameter');
  }
  if (!path) return invalidRequest('The body must be a JSON object.', null);
  return invalidRequest(`Invalid value for '${path}': ${issue.message}.`, path, 'invalid_value');
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
