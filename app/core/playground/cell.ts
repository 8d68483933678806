import type { AppError, ErrorCode, ErrorParams } from '#app/contracts/errors.ts';
import type { FinalState } from '#app/contracts/generation.ts';
import type { CellState } from '#app/contracts/playground/playground.ts';
import { bigInt, columnList, json, plain, rowReader, rowWriter, type Fields } from '#db/columns.ts';
import { change, write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** The columns of a cell: one answer of one pair of model and provider to one prompt. */
const COLUMNS = {
  id: plain<string>('id'),
  userId: plain<string>('user_id'),
  playgroundId: plain<string>('playground_id'),
  promptId: plain<string>('prompt_id'),
  /** Position among the pairs of its prompt, from 1. */
  position: plain<number>('position'),
  /** From 1; a repeated answer is a further attempt at the same position. */
  attempt: plain<number>('attempt'),
  generationId: plain<string>('generation_id'),
  model: plain<string>('model'),
  provider: plain<string>('provider'),
  state: plain<CellState>('state'),
  text: plain<string>('text'),
  thinking: plain<string | null>('thinking'),
  /** Tokens of the answer, thoughts included. */
  tokens: plain<number | null>('tokens'),
  errorCode: plain<ErrorCode | null>('error_code'),
  errorDetail: plain<string | null>('error_detail'),
  errorParams: json<ErrorParams>('error_params', {}),
  /**
   * The cost of the prompt, and the max cost of each output token: to show the cost while the answer grows.
   */
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

/** The end of an answer. */
export interface FinishedCell {
  cellId: string;
  state: FinalState;
  text: string;
  thinking: string;
  tokens: number | null;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  chargedMicro: bigint;
  firstTokenMs: number | null;
  totalMs: number;
}

/** Stores the end of an answer. One that was deleted meanwhile stays deleted. */
export async function finishCell(tx: Tx, cell: FinishedCell): Promise<void> {
  await write(
    tx,
    `UPDATE playground_cells SET state = ?, text = ?, thinking = ?, tokens = ?, error_code = ?, error_detail = ?,
       charged_micro = ?, first_token_ms = ?, total_ms = ? WHERE id = ?`,
    [
      cell.state,
      cell.text,
      cell.thinking || null,
      cell.tokens,
      cell.errorCode,
      cell.errorDetail,
      cell.chargedMicro,
      cell.firstTokenMs,
      cell.totalMs,
      cell.cellId,
    ],
  );
}

/** Stores why an answer was not admitted: no provider was called and nothing is charged. */
export async function refuseCell(
  tx: Tx,
  { cellId, error }: { cellId: string; error: Pick<AppError, 'code' | 'message' | 'params'> },
): Promise<void> {
  await change(
    tx,
    `UPDATE playground_cells FORCE INDEX (PRIMARY) SET state = 'refused', error_code = ?, error_detail = ?, error_params = ?
     WHERE id = ? AND state = 'queued'`,
    [error.code, error.message, JSON.stringify(error.params), cellId],
  );
}
