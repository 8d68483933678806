import { z } from 'zod';

const seconds = z.int().min(0).describe('Unix time in seconds.');
const count = z.int().min(0);
const status = z.enum(['in_progress', 'completed', 'incomplete']);

const likely = { token: z.string(), logprob: z.number(), bytes: z.array(z.int()) };
const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()).max(0),
  logprobs: z
    .array(z.object({ ...likely, top_logprobs: z.array(z.object(likely)) }))
    .describe('Filled if you request top_logprobs or `message.output_text.logprobs`.'),
});

/** One item of an answer. */
export const responseOutputItem = z
  .union([
    z.object({
      id: z.string(),
      type: z.literal('message'),
      role: z.literal('assistant'),
      status,
      content: z.array(z.union([outputText, z.object({ type: z.literal('refusal'), refusal: z.string() })])),
    }),
    z.object({
      id: z.string(),
      type: z.literal('function_call'),
      status,
      call_id: z.string().describe('The ID that the output of the function refers to.'),
      name: z.string(),
      namespace: z.string().describe('The group of the tool, if it has one.').optional(),
      arguments: z.string().describe('JSON, as the model wrote it.'),
    }),
    z.object({
      id: z.string(),
      type: z.literal('custom_tool_call'),
      call_id: z.string(),
      name: z.string(),
      namespace: z.string().optional(),
      input: z.string(),
    }),
    z.object({
      id: z.string(),
      type: z.literal('reasoning'),
      status,
      summary: z
        .array(z.object({ type: z.literal('summary_text'), text: z.string() }))
        .describe('Filled if you set `reasoning.summary`.'),
      content: z
        .array(z.object({ type: z.literal('reasoning_text'), text: z.string() }))
        .describe('Visible reasoning, if you don’t set `reasoning.summary`.')
        .optional(),
      encrypted_content: z
        .string()
        .describe('Signed reasoning, if you include `reasoning.encrypted_content`. Send it back unchanged.')
        .optional(),
    }),
  ])
  .meta({ title: 'ResponseOutputItem' });

const usage = z.object({
  input_tokens: count.describe('Including cached tokens.'),
  input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }),
  output_tokens: count.describe('Including reasoning.'),
  output_tokens_details: z.object({ reasoning_tokens: count }),
  total_tokens: count,
  cost: z.number().min(0).describe('In dollars, exact to the micro-dollar.'),
});

/** The answer of POST /api/v1/responses without `stream`, and of later reads of that response. */
export const responseAnswer = z
  .object({
    id: z.string().describe('Also the ID of its receipt.'),
    object: z.literal('response'),
    created_at: seconds,
    completed_at: seconds.nullable(),
    status: z
      .enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'])
      .describe('`cancelled`: it was stopped, or its client disconnected.'),
    background: z.boolean(),
    error: z
      .object({
        code: z.enum(['server_error', 'rate_limit_exceeded', 'invalid_prompt']),
        message: z.string(),
      })
      .nullable(),
    incomplete_details: z.object({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
    instructions: z.string().nullable(),
    max_output_tokens: count.nullable(),
    metadata: z.record(z.string(), z.string()),
    model: z
      .string()
      .describe('The model that answered. It differs from the requested one if that is retired or failed.'),
    provider: z.string().nullable().describe('The provider that answered.'),
    output: z.array(responseOutputItem),
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.string().nullable(),
    prompt_cache_key: z.string().nullable(),
    reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }),
    safety_identifier: z.string().nullable(),
    service_tier: z.null(),
    store: z.boolean().describe('Whether it is stored.'),
    temperature: z.number().nullable(),
    text: z.object({ format: z.looseObject({ type: z.string() }), verbosity: z.string() }),
    tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]),
    tools: z.array(z.looseObject({ type: z.string() })),
    top_logprobs: count,
    top_p: z.number().nullable(),
    truncation: z.literal('disabled'),
    usage: usage.nullable().describe('null until it has ended.'),
    user: z.string().optional(),
  })
  .meta({ title: 'Response' });

/** The names of the events of a stream. */
const EVENTS = [
  'response.created',
  'response.queued',
  'response.in_progress',
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.output_text.delta',
  'response.output_text.done',
  'response.refusal.delta',
  'response.refusal.done',
  'response.reasoning_text.delta',
  'response.reasoning_text.done',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_part.done',
  'response.reasoning_summary_text.delta',
  'response.reasoning_summary_text.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.custom_tool_call_input.delta',
  'response.custom_tool_call_input.done',
  'error',
] as const;

/** One event of a streamed response. */
export const responseEvent = z
  .looseObject({
    type: z.enum(EVENTS).describe('Also the name of the event.'),
    sequence_number: count.describe('From 0, without gaps.'),
    response: responseAnswer.describe('In events of the whole response.').optional(),
    item: responseOutputItem.describe('In events of an item.').optional(),
    output_index: count.describe('The position of the item that the event belongs to.').optional(),
    delta: z.string().describe('The added text.').optional(),
  })
  .meta({ title: 'ResponseEvent' });

/** The answer of GET /api/v1/responses/{id}/input_items. */
export const responseInputListAnswer = z
  .object({
    object: z.literal('list'),
    data: z.array(z.looseObject({ id: z.string(), type: z.string() })),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ title: 'ResponseInputList' });

/** The answer of DELETE /api/v1/responses/{id}. */
export const responseDeletedAnswer = z
  .object({ id: z.string(), object: z.literal('response'), deleted: z.boolean() })
  .meta({ title: 'ResponseDeleted' });

/** The answer of POST /api/v1/responses/input_tokens. */
export const responseCountAnswer = z
  .object({
    object: z.literal('response.input_tokens'),
    input_tokens: count.describe('Our own count, with a margin. We check requests against the same number.'),
  })
  .meta({ title: 'ResponseTokensCount' });

export type ResponseCountAnswer = z.output<typeof responseCountAnswer>;
export type ResponseInputListAnswer = z.output<typeof responseInputListAnswer>;
export type ResponseDeletedAnswer = z.output<typeof responseDeletedAnswer>;
