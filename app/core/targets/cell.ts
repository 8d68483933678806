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
}

interface Row {
  id: string;
  conversation_id: string;
  reply_message_id: string;
  done_percent: number | null;
  is_stopping: number;
}

const COLUMNS =
  'id, conversation_id, reply_message_id, done_percent, stop_requested_at IS NOT NULL AS is_stopping';

const toRun = ({ id, conversation_id, reply_message_id, done_percent, is_stopping }: Row): CellRun => ({
  generationId: id,
  playgroundId: conversation_id,
  cellId: reply_message_id,
  donePercent: done_percent,
  isStopping: is_stopping === 1,
});

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
