import type { AppError, ErrorCode } from '#app/contracts/errors.ts';
import type { FinalState } from '#app/contracts/generation.ts';
import { change, write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** How an answer ended. */
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

/** Stores why an answer was not admitted: nothing was asked and nothing is charged. */
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
