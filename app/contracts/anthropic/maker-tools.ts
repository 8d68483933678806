import { z } from 'zod';
import { cacheControl } from '#app/contracts/openai/messages.ts';

/**
 * Tools that Anthropic defines. The client runs some of them: a model gets these as functions with the same
 * input. The others run at Anthropic and have no price here: they are left out and listed as ignored.
 */

const text = { type: 'string' };
const whole = { type: 'integer' };
const point = { type: 'array', items: whole, minItems: 2, maxItems: 2 };

interface ClientTool {
  description: string;
  input_schema: { type: 'object'; properties: Record<string, object>; required: string[] };
}

function clientTool(description: string, properties: Record<string, object>, required: string[]): ClientTool {
  return { description, input_schema: { type: 'object', properties, required } };
}

const EDITS = { path: text, file_text: text, old_str: text, new_str: text, insert_line: whole };

/** Keyed by tool type without the date suffix. */
const CLIENT_TOOLS: Readonly<Record<string, ClientTool>> = {
  bash: clientTool(
    'Runs commands in a bash session that stays open between calls. restart begins a new session.',
    { command: text, restart: { type: 'boolean' } },
    [],
  ),
  text_editor: clientTool(
    'Views, creates and edits text files. view takes a path and may take view_range; create takes file_text; ' +
      'str_replace replaces old_str, which must occur once, with new_str; insert puts insert_text or new_str after insert_line.',
    {
      command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'undo_edit'] },
      ...EDITS,
      insert_text: text,
      view_range: { type: 'array', items: whole, minItems: 2, maxItems: 2 },
    },
    ['command', 'path'],
  ),
  memory: clientTool(
    'Keeps notes in files below /memories between conversations. Look there before you begin a task.',
    {
      command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
      ...EDITS,
      insert_text: text,
      old_path: text,
      new_path: text,
    },
    ['command'],
  ),
  computer: clientTool(
    'Uses the screen, mouse and keyboard of a computer. Take a screenshot first; coordinates are pixels from the upper left.',
    {
      action: text,
      coordinate: point,
      start_coordinate: point,
      text,
      scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
      scroll_amount: whole,
      duration: { type: 'number' },
      region: { type: 'array', items: whole, minItems: 4, maxItems: 4 },
    },
    ['action'],
  ),
};

const CLIENT_TYPES = [
  'bash_20241022',
  'bash_20250124',
  'computer_20241022',
  'computer_20250124',
  'computer_20251124',
  'memory_20250818',
  'text_editor_20241022',
  'text_editor_20250124',
  'text_editor_20250429',
  'text_editor_20250728',
] as const;

const SERVER_TYPES = [
  'browser_toolset_20260801',
  'code_execution_20250522',
  'code_execution_20250825',
  'code_execution_20260120',
  'code_execution_20260521',
  'computer_toolset_20260801',
  'mcp_toolset',
  'tool_search_tool_bm25',
  'tool_search_tool_bm25_20251119',
  'tool_search_tool_regex',
  'tool_search_tool_regex_20251119',
  'web_fetch_20250910',
  'web_fetch_20260209',
  'web_fetch_20260309',
  'web_fetch_20260318',
  'web_search_20250305',
  'web_search_20260209',
  'web_search_20260318',
] as const;

const pixels = z.int().positive().nullish();

export const makerClientTool = z
  .looseObject({
    type: z.enum(CLIENT_TYPES),
    name: z.string().regex(/^[\w.-]{1,128}$/, 'must be 1 to 128 letters, digits, _, . or -'),
    display_width_px: pixels,
    display_height_px: pixels,
    cache_control: cacheControl,
  })
  .describe('An Anthropic tool that you run: the model gets it as a function.');
export type MakerClientTool = z.output<typeof makerClientTool>;

export const serverTool = z
  .looseObject({ type: z.enum(SERVER_TYPES), name: z.string().max(128).nullish() })
  .describe('A tool that Anthropic runs: left out, and listed in `x-parlance-ignored-parameters`.');
export type ServerTool = z.output<typeof serverTool>;

const SERVER: ReadonlySet<string> = new Set(SERVER_TYPES);
export const isServerTool = (tool: { type?: string | null | undefined }): tool is ServerTool =>
  SERVER.has(tool.type ?? '');

const CLIENT: ReadonlySet<string> = new Set(CLIENT_TYPES);
export const isMakerClientTool = (tool: { type?: string | null | undefined }): tool is MakerClientTool =>
  CLIENT.has(tool.type ?? '');

/** Converts a tool that the client runs into the function definition that a model gets. */
export function functionOf({
  type,
  display_width_px: width,
  display_height_px: height,
}: MakerClientTool): ClientTool {
  const tool = CLIENT_TOOLS[type.replace(/_\d{8}$/, '')]!;
  if (!width || !height) return tool;
  return { ...tool, description: `${tool.description} The screen has ${width} x ${height} pixels.` };
}
