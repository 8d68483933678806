import { z } from 'zod';

/** The tools of a response, in OpenAI's format. */

const name = z.string().regex(/^[\w.-]{1,128}$/, 'must be 1 to 128 letters, digits, _, . or -');
const schema = z.record(z.string(), z.unknown());

const functionTool = z.object({
  type: z.literal('function'),
  name,
  description: z.string().nullish(),
  parameters: schema.nullish(),
  strict: z.boolean().nullish(),
});

const customTool = z.object({
  type: z.literal('custom'),
  name: z.string().min(1),
  description: z.string().nullish(),
  format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({
        type: z.literal('grammar'),
        syntax: z.enum(['lark', 'regex']),
        definition: z.string(),
      }),
    ])
    .nullish(),
});

/** A group of tools: their calls name the group besides the tool. */
const namespaceTool = z.object({
  type: z.literal('namespace'),
  name,
  description: z.string().nullish(),
  tools: z.array(z.discriminatedUnion('type', [functionTool, customTool])).max(128),
});

/** Types of tools that a provider or a special client runs. None has a price here. */
export const HOSTED_TYPES = [
  'apply_patch',
  'code_interpreter',
  'computer',
  'computer_use_preview',
  'file_search',
  'image_generation',
  'local_shell',
  'mcp',
  'programmatic_tool_calling',
  'shell',
  'tool_search',
  'web_search',
  'web_search_2025_08_26',
  'web_search_preview',
  'web_search_preview_2025_03_11',
] as const;

const HOSTED: ReadonlySet<string> = new Set([...HOSTED_TYPES, 'computer_use']);

const hostedTool = z
  .object({ type: z.enum(HOSTED_TYPES) })
  .describe('Left out, and listed in `x-parlance-ignored-parameters`.');

export const tool = z.discriminatedUnion('type', [functionTool, customTool, namespaceTool, hostedTool], {
  error: 'must be of type function, custom or namespace; a hosted tool of OpenAI is left out',
});

export type ResponseTool = z.output<typeof tool>;

const FORCED = 'is run by a provider and not supported here, so it cannot be forced';

const called = z.object({ type: z.enum(['function', 'custom']), name: z.string() });

/** Hosted tools among the allowed ones are left out. */
const allowed = z
  .object({
    type: z.literal('allowed_tools'),
    mode: z.enum(['auto', 'required']),
    tools: z.array(z.union([called, z.looseObject({ type: z.enum(HOSTED_TYPES) })])).max(128),
  })
  .refine(({ mode, tools }) => mode === 'auto' || tools.length === 0 || tools.some(isCalled))
  .transform(({ tools, ...rest }) => ({ ...rest, tools: tools.filter(isCalled) }));

type Called = z.output<typeof called>;
const isCalled = (one: { type: string }): one is Called => one.type === 'function' || one.type === 'custom';

export const toolChoice = z.union([z.enum(['none', 'auto', 'required']), called, allowed], {
  error: ({ input }) => {
    const type = typeOf(input);
    const isHosted = HOSTED.has(type) || (type === 'allowed_tools' && toolsIn(input).some(isHostedType));
    return isHosted ? `${type} ${FORCED}` : 'must be none, auto, required, or name a tool';
  },
});

function typeOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : '';
}

const isHostedType = (one: unknown) => HOSTED.has(typeOf(one));

function toolsIn(value: unknown): unknown[] {
  const tools: unknown = typeof value === 'object' && value !== null && 'tools' in value ? value.tools : [];
  return Array.isArray(tools) ? tools : [];
}

/** The types of the hosted tools of a call, each once. */
export function hostedIn(tools: readonly ResponseTool[] = []): string[] {
  const types = tools.map(({ type }) => type).filter((type) => HOSTED.has(type));
  return [...new Set(types)];
}

/** Tells whether a call has tools, but none that its client runs. */
export function hasHostedAlone(tools: readonly ResponseTool[] = []): boolean {
  return tools.length > 0 && ownTools(tools).length === 0;
}

/** The tools of a call that its client runs. */
export function ownTools(tools: readonly ResponseTool[] = []): OwnTool[] {
  return tools.filter((one): one is OwnTool => !HOSTED.has(one.type));
}

export type OwnTool = Exclude<ResponseTool, { type: (typeof HOSTED_TYPES)[number] }>;
