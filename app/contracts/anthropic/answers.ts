import { z } from 'zod';

const tokens = z.int().min(0);

/** The body of every error in the Messages dialect, and the last event of a stream that failed. */
export const messageError = z
  .object({
    type: z.literal('error'),
    error: z.object({
      details: z
        .object({ error_code: z.string() })
        .optional()
        .describe('An error that clients handle automatically.'),
      type: z.string(),
      message: z.string().describe('Starts with the field that is wrong.'),
    }),
    request_id: z.string(),
  })
  .meta({ title: 'MessageError' });

export type MessageError = z.output<typeof messageError>;

const contentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('thinking'),
    thinking: z.string(),
    signature: z
      .string()
      .describe('The maker’s own signature; reasoning from makers that don’t sign it is left out.'),
  }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    caller: z.object({ type: z.literal('direct') }),
  }),
]);

export type ContentBlock = z.output<typeof contentBlock>;

const stopReason = z.enum(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'refusal']);

export type StopReason = z.output<typeof stopReason>;

const usage = z.object({
  input_tokens: tokens.describe('Tokens neither read from nor written to the cache.'),
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation: z.object({ ephemeral_5m_input_tokens: tokens, ephemeral_1h_input_tokens: tokens }),
  output_tokens: tokens.describe('Including reasoning.'),
  output_tokens_details: z.object({ thinking_tokens: tokens }),
  server_tool_use: z.null(),
  service_tier: z.literal('standard'),
  cost: z.number().describe('In dollars. Not an Anthropic field.'),
});

export type MessageUsage = z.output<typeof usage>;

/** The complete answer of POST /api/v1/messages. */
export const messageAnswer = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().describe('The model that answered.'),
    content: z.array(contentBlock),
    stop_reason: stopReason.nullable().describe('null in the first event of a stream.'),
    stop_sequence: z.string().nullable().describe('The sequence, if the provider reports it.'),
    stop_details: z.null(),
    container: z.null(),
    usage,
  })
  .meta({ title: 'Message' });

export type MessageAnswer = z.output<typeof messageAnswer>;

/** An event of a streamed answer. */
export const messageEvent = z
  .looseObject({
    type: z.enum([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
      'ping',
      'error',
    ]),
  })
  .meta({ title: 'MessageEvent' });

/** The answer of POST /api/v1/messages/count_tokens. */
export const countAnswer = z
  .object({
    input_tokens: tokens.describe('Our own count, with a margin. We check requests against the same number.'),
  })
  .meta({ title: 'MessageTokensCount' });

/**
 * A model in the form that Anthropic's clients read: GET /api/v1/models answers it if `anthropic-version` was
 * sent.
 */
export interface MessageModel {
  type: 'model';
  id: string;
  display_name: string;
  /** RFC 3339: the release date, else the day on which the model's facts were read, else 1970. */
  created_at: string;
  max_input_tokens: number | null;
  /** The maximum length of an answer, in tokens. */
  max_tokens: number | null;
  lifecycle: 'active' | 'deprecated';
  deprecated_at: null;
  retires_at: string | null;
  line: null;
  capabilities: null;
}
