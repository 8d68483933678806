import { z } from 'zod';
import { cacheControl } from '#app/contracts/openai/messages.ts';
import { providerPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { MIN_BUDGET } from '#app/contracts/openai/reasoning.ts';
import { makerClientTool, serverTool } from './maker-tools.ts';
import { assistantBlock, blocksOf, textBlock, userBlock } from './blocks.ts';

/** The request body of Anthropic's Messages, within the limits of the public API. */

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Longer than any real conversation. The limit exists because each message is checked. */
const MAX_MESSAGES = 10_000;
const MAX_TOOLS = 256;
/** More than any maker except Anthropic accepts. */
const MAX_STOPS = 64;

const message = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.literal('user'), content: blocksOf(userBlock) }),
    z.object({ role: z.literal('assistant'), content: blocksOf(assistantBlock) }),
    z.object({ role: z.literal('system'), content: blocksOf(textBlock) }),
  ],
  { error: 'must be user, assistant or system' },
);

const customTool = z.looseObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[\w.-]{1,128}$/, 'must be 1 to 128 letters, digits, _, . or -'),
  description: z
    .string()
    .nullish()
    .transform((words) => words ?? undefined),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().nullish(),
  cache_control: cacheControl,
});

const tool = z.discriminatedUnion('type', [customTool, makerClientTool, serverTool], {
  error: 'must be custom, or a tool of Anthropic by its type',
});

export type MessageTool = z.output<typeof tool>;

const alone = { disable_parallel_tool_use: z.boolean().nullish() };
const toolChoice = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('auto'), ...alone }),
    z.object({ type: z.literal('any'), ...alone }),
    z.object({ type: z.literal('tool'), name: z.string().min(1).max(128), ...alone }),
    z.object({ type: z.literal('none') }),
  ],
  { error: 'must be auto, any, tool or none' },
);

const thinking = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('enabled'), budget_tokens: z.int().min(MIN_BUDGET) }),
    z.looseObject({ type: z.literal('adaptive') }),
    z.looseObject({ type: z.literal('between_tools') }),
    z.looseObject({ type: z.literal('disabled') }),
  ],
  { error: 'must be enabled, adaptive, between_tools or disabled' },
);

const format = z.object({
  type: z.literal('json_schema', { error: 'must be json_schema' }),
  schema: z.looseObject({}),
});

/** For fields that cannot be dropped without changing the answer: anything but null is an error. */
const refused = (why: string) => z.null({ error: why }).optional();
const NONE_HERE = 'is not supported here';

const prompt = {
  model: z
    .string({ error: 'is required' })
    .min(1)
    .max(160)
    .describe(
      'An ID from GET /models, the maker’s own name, `parlance/auto`, or `default` for the account’s default model.',
    ),
  messages: z
    .array(message, { error: 'is required' })
    .min(1)
    .max(MAX_MESSAGES)
    .describe('The chat so far: blocks of text, image, document, tool_use, tool_result, and thinking.'),
  system: optional(blocksOf(textBlock)).describe('Instructions: text, or blocks of text.'),
  tools: optional(z.array(tool).max(MAX_TOOLS)).describe('Tools that the model can ask you to run.'),
  tool_choice: optional(toolChoice).describe('Whether the model can or must call a tool, and which one.'),
  thinking: optional(thinking).describe('Whether the model reasons first, for reasoning models.'),
  output_config: optional(
    z.object({
      effort: optional(z.enum(['low', 'medium', 'high', 'xhigh', 'max'])),
      format: optional(format),
    }),
  ).describe('How much effort the model puts into the reply, and the schema of its JSON.'),
  output_format: optional(format).describe('The older name of output_config.format.'),
  models: optional(z.array(z.string().min(1).max(160)).max(8)).describe(
    'Fallbacks, tried in this order when the model before can’t answer. Not an Anthropic field.',
  ),
  provider: optional(providerPreferences).describe(
    'Which providers can serve the request, and in which order. Not an Anthropic field.',
  ),
  thread: z.looseObject({}).nullish().describe('Rejected: we don’t store chats here.'),
  mcp_servers: refused(`${NONE_HERE}: tools that a provider runs have no price`),
  container: refused(`${NONE_HERE}: nothing is run in containers`),
};

/** The body of POST /api/v1/messages/count_tokens. */
export const countRequest = z.looseObject(prompt).meta({ title: 'MessageCountRequest' });

const answer = {
  max_tokens: z.int({ error: 'is required: a whole number' }).min(1).describe('Max output tokens.'),
  stop_sequences: optional(z.array(z.string().min(1)).max(MAX_STOPS)).describe(
    'Texts at which the output ends; any beyond what a maker accepts are left out and listed.',
  ),
  temperature: optional(z.number().min(0).max(1)).describe('How random the output is.'),
  top_p: optional(z.number().min(0).max(1)).describe(
    'Choose only from the most likely tokens that together have this probability.',
  ),
  top_k: optional(z.int().min(0)).describe('Choose only from this many most likely tokens.'),
  stream: optional(z.boolean()).describe('Respond with server-sent events.'),
};

/**
 * The body of POST /api/v1/messages. Further fields of Anthropic's API (`metadata`, `service_tier`, beta
 * fields) are accepted, listed as ignored and not passed on.
 */
export const messageRequest = z.looseObject({ ...prompt, ...answer }).meta({ title: 'MessageRequest' });

export type CountRequest = z.output<typeof countRequest>;
export type MessageRequest = z.output<typeof messageRequest>;

/** Names of the fields that are read here. */
export const MESSAGE_FIELDS: ReadonlySet<string> = new Set([...Object.keys(prompt), ...Object.keys(answer)]);
