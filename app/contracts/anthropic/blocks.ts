import { z } from 'zod';
import { cacheControl } from '#app/contracts/openai/messages.ts';

/**
 * The blocks of a turn, as Anthropic's Messages takes them. What is not named here goes no further: a field that nobody
 * weighs could be billed.
 */

/** Either a text or a list of blocks, as a list. A wrong block is named by its place, which a union would not say. */
export const blocksOf = <Block extends z.ZodType>(block: Block) =>
  z
    .union([z.string(), z.array(z.unknown()).min(1)], { error: 'must be a string or a list of blocks' })
    .transform((given): unknown[] => (typeof given === 'string' ? [{ type: 'text', text: given }] : given))
    .pipe(z.array(block));

export const textBlock = z.object({
  type: z.literal('text'),
  text: z.string(),
  cache_control: cacheControl,
});

const base64 = z.string().regex(/^[\w+/=-]+$/, 'must be base64');

const imageBlock = z.object({
  type: z.literal('image'),
  source: z.discriminatedUnion(
    'type',
    [
      z.object({
        type: z.literal('base64'),
        media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
        data: base64,
      }),
      z.object({
        type: z.literal('url'),
        url: z.string().regex(/^https?:\/\//i, 'must be an http(s) address'),
      }),
    ],
    { error: 'must be base64 or url: files are not kept here' },
  ),
  cache_control: cacheControl,
});

const documentBlock = z.object({
  type: z.literal('document'),
  source: z.discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: base64 }),
      z.object({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
    ],
    { error: 'must be base64 or text: documents come in the call' },
  ),
  title: z.string().max(500).nullish(),
  context: z.string().nullish(),
  citations: z
    .object({ enabled: z.literal(false, { error: 'must be false: answers here cite nothing' }).nullish() })
    .nullish(),
  cache_control: cacheControl,
});

const toolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1).max(256),
  content: blocksOf(
    z.discriminatedUnion('type', [textBlock, imageBlock], {
      error: 'must be of type text or image',
    }),
  ).optional(),
  is_error: z.boolean().nullish(),
  cache_control: cacheControl,
});

const NOT_HERE = 'tools that a provider runs are not on offer';

/** What a person or their tools say. */
export const userBlock = z.discriminatedUnion('type', [textBlock, imageBlock, documentBlock, toolResult], {
  error: `must be of type text, image, document or tool_result; ${NOT_HERE}`,
});

/** What a model said. Thoughts go back to their maker alone, who knows them by their signature. */
export const assistantBlock = z.discriminatedUnion(
  'type',
  [
    textBlock,
    z.object({
      type: z.literal('tool_use'),
      id: z.string().min(1).max(256),
      name: z.string().min(1).max(256),
      input: z.record(z.string(), z.unknown()),
    }),
    z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
    z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  ],
  { error: `must be of type text, tool_use, thinking or redacted_thinking; ${NOT_HERE}` },
);

export type UserBlock = z.output<typeof userBlock>;
export type AssistantBlock = z.output<typeof assistantBlock>;
export type TextBlock = z.output<typeof textBlock>;
