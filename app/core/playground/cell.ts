import type { ErrorCode, ErrorParams } from '#app/contracts/errors.ts';
import type { CellState } from '#app/contracts/playground/playground.ts';
import { columnList, bigInt, json, plain, rowReader, rowWriter, type Fields } from '#db/columns.ts';

/** The columns of a cell: one answer of one pair of model and provider to one prompt. */
const COLUMNS = {
  id: plain<string>('id'),
  userId: plain<string>('user_id'),
  playgroundId: plain<string>('playground_id'),
  promptId: plain<string>('prompt_id'),
  /** Place among the pairs of its prompt, from 1. */
  position: plain<number>('position'),
  /** From 1; a repeated answer is a further one at the same place. */
  attempt: plain<number>('attempt'),
  generationId: plain<string>('generation_id'),
  model: plain<string>('model'),
  provider: plain<string>('provider'),
  state: plain<CellState>('state'),
  text: plain<string>('text'),
  thinking: plain<string | null>('thinking'),
  /** Of the answer, thoughts included. */
  tokens: plain<number | null>('tokens'),
  errorCode: plain<ErrorCode | null>('error_code'),
  errorDetail: plain<string | null>('error_detail'),
  errorParams: json<ErrorParams>('error_params', {}),
  /** What the prompt costs, and each token of the answer at most: for who watches it grow. */
  inputMicro: bigInt<bigint | null>('input_micro'),
  outputPico: bigInt<bigint | null>('output_pico'),
  chargedMicro: bigInt<bigint | null>('charged_micro'),
  firstTokenMs: plain<number | null>('first_token_ms'),
  totalMs: plain<number | null>('total_ms'),
  createdAt: plain<Date>('created_at'),
} as const;

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export type Cell = Fields<typeof COLUMNS, keyof typeof COLUMNS>;

export const CELL_COLUMNS = columnList(COLUMNS, NAMES);
export const toCell = rowReader(COLUMNS, NAMES);
export const toCellRow = rowWriter(COLUMNS, NAMES);
