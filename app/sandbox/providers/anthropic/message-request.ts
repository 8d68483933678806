import { z } from 'zod';

const cache_control = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .nullish();
const base64 = z.string().regex(/^[\w+/]+={0,2}$/);
const url = z.strictObject({ type: z.literal('url'), url: z.string().regex(/^https:/) });

const textBlock = z.strictObject({
  type: z.literal('text'),
  text: z.string().regex(/\S/, 'text content blocks must contain non-whitespace text'),
  cache_control,
});
const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      data: base64,
    }),
    url,
  ]),
  cache_control,
});
const documentBlock = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: base64 }),
    z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
    url,
  ]),
  title: z.string().max(500).nullish(),
  cache_control,
});
const blocks = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string().min(1) }),
  textBlock,
  imageBlock,
  documentBlock,
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string().regex(/^[\w-]+$/),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    cache_control,
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [textBlock, imageBlock]))]).optional(),
    is_error: z.boolean().optional(),
    cache_control,
  }),
]);

/** Every field of the Messages API that we may send; others are refused as by the maker. */
export const messageRequest = z.strictObject({
  model: z.string(),
  max_tokens: z.int().min(1).max(128_000),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string().min(1), z.array(blocks).min(1)]),
      }),
    )
    .min(1),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  stop_sequences: z.array(z.string().regex(/\S/)).optional(),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  metadata: z.strictObject({ user_id: z.string().max(256).nullish() }).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('custom').nullish(),
        name: z.string().regex(/^[\w-]{1,128}$/),
        description: z.string().optional(),
        input_schema: z.looseObject({ type: z.literal('object') }),
        strict: z.boolean().optional(),
        cache_control,
      }),
    )
    .optional(),
  tool_choice: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use: z.boolean().optional() }),
      z.strictObject({ type: z.literal('any'), disable_parallel_tool_use: z.boolean().optional() }),
      z.strictObject({
        type: z.literal('tool'),
        name: z.string(),
        disable_parallel_tool_use: z.boolean().optional(),
      }),
      z.strictObject({ type: z.literal('none') }),
    ])
    .optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
      z.strictObject({ type: z.literal('disabled') }),
      z.strictObject({
        type: z.literal('adaptive'),
        display: z.enum(['summarized', 'omitted']).nullish(),
      }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({}) }).nullish(),
    })
    .optional(),
});

export type MessageRequest = z.output<typeof messageRequest>;
export type RequestBlock = z.output<typeof blocks>;
