import { z } from 'zod';
import { cacheControl } from '#app/contracts/openai/messages.ts';

/**
 * The blocks of a turn in Anthropic's Messages format. Unlisted fields are dropped: a field that we do not
 * count could still be billed by the provider.
 */

/**
 * Accepts a text or a list of blocks and returns a list. Errors name the index of the wrong block, which a
 * union would not do.
 */
export const blocksOf = <Block extends z.ZodType>(block: Block) =>
  z
    .union([z.string(), z.array(z.unknown())], { error: 'must be a string or a list of blocks' })
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
        media_type: z.string().regex(/^image\/[\w.+-]{1,32}$/, 'must be the media type of an image'),
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

/**
 * Not every model can cite, so a request for citations is dropped and listed among the ignored parameters.
 */
const citations = z.looseObject({ enabled: z.boolean().nullish() }).nullish();

const documentBlock = z.object({
  type: z.literal('document'),
  source: z.discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: base64 }),
      z.object({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
      z.object({
        type: z.literal('content'),
        content: blocksOf(z.discriminatedUnion('type', [textBlock, imageBlock])),
      }),
    ],
    { error: 'must be base64, text or content: documents come in the call' },
  ),
  title: z.string().max(500).nullish(),
  context: z.string().nullish(),
  citations,
  cache_control: cacheControl,
});

const searchResult = z.object({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: z.array(textBlock),
  citations,
  cache_control: cacheControl,
});

/** Results that are not text; models read them as JSON. */
const toolReference = z.object({ type: z.literal('tool_reference'), tool_name: z.string() });
const browserState = z.looseObject({ type: z.literal('browser_state') });

const toolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1).max(256),
  content: blocksOf(
    z.discriminatedUnion(
      'type',
      [textBlock, imageBlock, documentBlock, searchResult, toolReference, browserState],
      { error: 'must be of type text, image, document, search_result, tool_reference or browser_state' },
    ),
  )
    .nullish()
    .transform((content) => content ?? undefined)
    .optional(),
  is_error: z.boolean().nullish(),
  cache_control: cacheControl,
});

/** Blocks of tools that the maker ran itself, in a conversation that began there. */
const HOSTED_BLOCKS = [
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'container_upload',
] as const;

const hosted = z
  .object({ type: z.enum(HOSTED_BLOCKS) })
  .describe('Left out, and listed in `x-parlance-ignored-parameters`.');

/** Tells whether a block is left out. */
export function isHosted<Block extends { type: string }>(
  block: Block,
): block is Extract<Block, { type: (typeof HOSTED_BLOCKS)[number] }> {
  return (HOSTED_BLOCKS as readonly string[]).includes(block.type);
}

const NOT_HERE = 'tools that a provider runs are not supported';

/** Blocks of a user turn, including tool results. */
export const userBlock = z.discriminatedUnion(
  'type',
  [textBlock, imageBlock, documentBlock, searchResult, toolResult, hosted],
  { error: `must be of type text, image, document, search_result or tool_result; ${NOT_HERE}` },
);

/**
 * Blocks of a model's turn. Thoughts are sent back to their maker only, which recognizes them by their
 * signature.
 */
export const assistantBlock = z.discriminatedUnion(
  'type',
  [
    textBlock,
    z.object({
      type: z.literal('tool_use'),
      id: z.string().min(1).max(256),
      name: z.string().min(1).max(256),
      input: z
        .unknown()
        .transform((input) =>
          typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input },
        ),
    }),
    z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
    z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
    imageBlock,
    documentBlock,
    searchResult,
    hosted,
  ],
  { error: `must be of type text, tool_use, thinking or redacted_thinking; ${NOT_HERE}` },
);

export type UserBlock = z.output<typeof userBlock>;
export type AssistantBlock = z.output<typeof assistantBlock>;
export type TextBlock = z.output<typeof textBlock>;
