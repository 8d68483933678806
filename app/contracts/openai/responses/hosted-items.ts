import { z } from 'zod';

/**
 * Items of tools that a provider or a special client runs, replayed by a client. No model here has such
 * tools: the text of an item is passed to the model, and content without text is left out.
 */

/** Fields of a call that are passed to a model. */
const CALLS = {
  apply_patch_call: ['operation'],
  code_interpreter_call: ['code', 'outputs'],
  computer_call: ['action', 'actions'],
  file_search_call: ['queries', 'results'],
  local_shell_call: ['action'],
  mcp_call: ['server_label', 'name', 'arguments', 'output', 'error'],
  shell_call: ['action'],
  web_search_call: ['action'],
} as const;

/** Fields of the output of a call that are passed to a model. */
const OUTPUTS = {
  apply_patch_call_output: ['status', 'output'],
  local_shell_call_output: ['output'],
  shell_call_output: ['output'],
} as const;

/** Items without any text for a model: images, lists of tools, approvals, and data for the maker only. */
const WITHOUT_TEXT = [
  'additional_tools',
  'compaction',
  'compaction_trigger',
  'computer_call_output',
  'image_generation_call',
  'mcp_approval_request',
  'mcp_approval_response',
  'mcp_list_tools',
  'program',
  'program_output',
  'tool_search_call',
  'tool_search_output',
] as const;

const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = { ...CALLS, ...OUTPUTS };
const TYPES = [
  ...(Object.keys(CALLS) as (keyof typeof CALLS)[]),
  ...(Object.keys(OUTPUTS) as (keyof typeof OUTPUTS)[]),
  ...WITHOUT_TEXT,
];

export const hostedItem = z
  .looseObject({ type: z.enum(TYPES), id: z.string().max(200).nullish() })
  .describe(
    'From a tool that a provider runs: its text goes to the model; anything else is left out and listed.',
  );

export type HostedItem = z.output<typeof hostedItem>;

const NAMES: ReadonlySet<string> = new Set(TYPES);
export const isHostedItem = (item: { type: string }): item is HostedItem => NAMES.has(item.type);

/** Tells whether an item is the output of a call, which the model did not write. */
export const isHostedOutput = ({ type }: HostedItem): boolean => Object.hasOwn(OUTPUTS, type);

/** The text of an item for a model; null for an item without text. */
export function hostedText(item: HostedItem): string | null {
  const fields = (TEXT_FIELDS[item.type] ?? []).filter(
    (field) => item[field] !== undefined && item[field] !== null,
  );
  if (fields.length === 0) return null;
  const values = fields.map((field) => [field, item[field]] as const);
  const [[, only]] = values as [(typeof values)[number]];
  const text =
    values.length === 1 && typeof only === 'string' ? only : JSON.stringify(Object.fromEntries(values));
  return `[${item.type}] ${text}`;
}

/** The types of the input items that are not passed to a model, each once. */
export function withoutTextIn(input: readonly { type: string }[]): string[] {
  const withoutText = input.filter((item) => isHostedItem(item) && hostedText(item) === null);
  return [...new Set(withoutText.map(({ type }) => type))];
}
