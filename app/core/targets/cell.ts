import { PICO_PER_MICRO } from '#app/contracts/money.ts';
import type { Ending } from '#app/core/generation/record/ending.ts';
import { isId } from '#app/core/platform/ids.ts';
import { finishCell, type FinishedCell } from '#app/core/playground/cell.ts';
import { readCellText } from '#app/core/playground/history.ts';
import type { Target } from './target.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Figures that exist only for a text answer. */
type TextFigures = Pick<FinishedCell, 'tokens' | 'firstTokenMs'>;

const NO_TEXT_FIGURES: TextFigures = { tokens: null, firstTokenMs: null };

/** A running or finished answer of the playground. */
export interface CellRun {
  generationId: string;
  playgroundId: string;
  cellId: string;
  /** Progress, 0 to 100; null when it is unknown. */
  donePercent: number | null;
  /** True when a stop was requested; a job that its provider cannot cancel continues. */
  isStopping: boolean;
  /** The max cost in micro-dollars; zero when the operator pays. */
  maxMicro: bigint;
}

interface Row {
  id: string;
  conversation_id: string;
  reply_message_id: string;
  done_percent: number | null;
  is_stopping: number;
  held_micro: string;
  held_output_tokens: number | null;
  output_pico: string | null;
  max_output_tokens: number;
}

const COLUMNS =
  'id, conversation_id, reply_message_id, done_percent, stop_requested_at IS NOT NULL AS is_stopping, ' +
  'held_micro, held_output_tokens, output_pico, max_output_tokens';

const toRun = (row: Row): CellRun => ({
  generationId: row.id,
  playgroundId: row.conversation_id,
  cellId: row.reply_message_id,
  donePercent: row.done_percent,
  isStopping: row.is_stopping === 1,
  maxMicro: maxMicroOf(row),
});

/** The hold, and the price of the output tokens that no money is held for yet: it is the same during a run. */
function maxMicroOf({ held_micro, held_output_tokens, output_pico, max_output_tokens }: Row): bigint {
  if (held_output_tokens === null || output_pico === null) return BigInt(held_micro);
  const tokens = BigInt(Math.max(0, max_output_tokens - held_output_tokens));
  return BigInt(held_micro) + (tokens * BigInt(output_pico) + PICO_PER_MICRO - 1n) / PICO_PER_MICRO;
}

function textFigures(
  { usage, countedTokens, firstTokenAt }: Ending,
  since: (at: number) => number,
): TextFigures {
  return {
    tokens: usage?.completionTokens ?? countedTokens,
    firstTokenMs: firstTokenAt && since(firstTokenAt.getTime()),
  };
}

/** The answer of one pair of model and provider in the playground. It continues without any reader. */
export const cell: Target = {
  name: 'cell',
  listedAs: 'playground',
  endsWithReader: false,
  takesDeltas: false,
  maxConcurrent: ({ LIMIT_CHAT_CONCURRENT }) => LIMIT_CHAT_CONCURRENT,
  keepsLogFor: (_facts, ttlMs) => ttlMs,
  keepsFilesFor: null,
  storedText: readCellText,
  reportsProgress: true,

  async storeResult(tx, booked) {
    const now = Date.now();
    for (const { ending, chargedMicro } of booked) {
      const { replyMessageId: cellId, createdAt } = ending.generation;
      if (!cellId) continue;
      const since = (at: number) => Math.max(0, at - createdAt.getTime());
      await finishCell(tx, {
        ...ending,
        cellId,
        chargedMicro,
        ...(ending.files?.length ? NO_TEXT_FIGURES : textFigures(ending, since)),
        totalMs: since(now),
      });
    }
  },

  userEvents({ generation: { id: generationId, conversationId } }) {
    return conversationId
      ? [{ type: 'playground', playgroundId: conversationId, change: 'ended', generationId }]
      : [];
  },
};

/** The answers of a user that are queued or running, oldest first. */
export async function findRunningCells(tx: Tx, userId: string): Promise<CellRun[]> {
  const rows = await selectRows<Row>(
    tx,
    `SELECT ${COLUMNS} FROM generations
     WHERE user_id = ? AND live = 1 AND target = 'cell' ORDER BY created_at, id`,
    [userId],
  );
  return rows.map(toRun);
}

/** The cell of a generation of this user; undefined for an id that is unknown, malformed or another's. */
export async function findCellRun(
  tx: Tx,
  { userId, generationId }: { userId: string; generationId: string },
): Promise<CellRun | undefined> {
  if (!isId(generationId)) return undefined;
  const row = await selectRow<Row>(
    tx,
    `SELECT ${COLUMNS} FROM generations
     WHERE id = ? AND user_id = ? AND target = 'cell'`,
    [generationId, userId],
  );
  return row && toRun(row);
}
