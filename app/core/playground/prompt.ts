import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import { columnList, flag, json, plain, rowReader, rowWriter, type Fields } from '#db/columns.ts';

/** The columns of a prompt, which each of its pairs answers. */
const COLUMNS = {
  id: plain<string>('id'),
  userId: plain<string>('user_id'),
  playgroundId: plain<string>('playground_id'),
  /** In its conversation, from 1. */
  position: plain<number>('position'),
  /** Chosen by the sender: the same one is the same prompt, however often it arrives. */
  clientId: plain<string | null>('client_id'),
  output: plain<Output>('output'),
  text: plain<string>('text'),
  options: json<PlaygroundOptions>('options', {}),
  /** The names of its models are hidden until one of the answers was chosen. */
  isBlind: flag('is_blind'),
  bestCellId: plain<string | null>('best_cell_id'),
  createdAt: plain<Date>('created_at'),
} as const;

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export type Prompt = Fields<typeof COLUMNS, keyof typeof COLUMNS>;

export const PROMPT_COLUMNS = columnList(COLUMNS, NAMES);
export const toPrompt = rowReader(COLUMNS, NAMES);
export const toPromptRow = rowWriter(COLUMNS, NAMES);
