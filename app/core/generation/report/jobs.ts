import { isErrorCode, type ErrorCode } from '#app/contracts/errors.ts';
import type { GenerationState } from '#app/contracts/generation.ts';
import type { OrderSummary } from '#app/core/generation/record/columns.ts';
import { isId, lowestIdAt } from '#app/core/platform/ids.ts';
import { selectRow, selectRows, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Milliseconds for which a job is shown after its order: an hour to produce it, and a day for its result. */
const SHOWN_MS = 25 * 60 * 60 * 1000;

/** A job as its owner sees it, without the prompt, which is deleted with its end. */
export interface Job {
  id: string;
  state: GenerationState;
  model: string;
  /** Description of the order. */
  asked: OrderSummary;
  /** Progress, 0 to 100. */
  donePercent: number;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

interface Row {
  id: string;
  state: GenerationState;
  model: string;
  asked: string;
  done_percent: number | null;
  error_code: string | null;
  error_detail: string | null;
  created_at: Date;
  finished_at: Date | null;
}

/** Owner and task of jobs. */
interface Owned {
  userId: string;
  task: string;
}

const SELECT = `SELECT id, state, model, asked, done_percent, error_code, error_detail, created_at, finished_at
  FROM generations WHERE user_id = ? AND id > ? AND target = 'job' AND task = ? AND asked IS NOT NULL`;

const valuesOf = ({ userId, task }: Owned): SqlValue[] => [
  userId,
  lowestIdAt(new Date(Date.now() - SHOWN_MS)),
  task,
];

/** State of a run for its owner. `model`: the first candidate's, or the one that answered. */
export interface RunState {
  state: GenerationState;
  model: string;
}

/**
 * Finds a job of its owner.
 * @returns null if it is unknown, malformed, deleted or another user's
 */
export async function findJob(tx: Tx, { id, ...owned }: Owned & { id: string }): Promise<Job | null> {
  if (!isId(id)) return null;
  const row = await selectRow<Row>(tx, `${SELECT} AND id = ?`, [...valuesOf(owned), id]);
  return row ? toJob(row) : null;
}

/**
 * A page of a user's jobs, by time.
 * @param page.after the last id of the previous page; null to begin with
 */
export async function pageJobs(
  tx: Tx,
  { after, order, max, ...owned }: Owned & { after: string | null; order: 'asc' | 'desc'; max: number },
): Promise<{ jobs: Job[]; hasMore: boolean }> {
  const [sign, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const rows = await selectRows<Row>(
    tx,
    `${SELECT} ${after === null ? '' : `AND id ${sign} ?`} ORDER BY id ${direction} LIMIT ?`,
    [...valuesOf(owned), ...(after === null ? [] : [after]), max + 1],
  );
  return { jobs: rows.slice(0, max).map(toJob), hasMore: rows.length > max };
}

function toJob(row: Row): Job {
  const { id, state, model, done_percent: done, error_code: code } = row;
  return {
    id,
    state,
    model,
    asked: JSON.parse(row.asked) as OrderSummary,
    donePercent: state === 'done' ? 100 : (done ?? 0),
    errorCode: isErrorCode(code) ? code : null,
    errorDetail: row.error_detail,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

/** @returns undefined if it is unknown or another user's */
export function readRunState(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
): Promise<RunState | undefined> {
  return selectRow(tx, 'SELECT state, model FROM generations WHERE id = ? AND user_id = ?', [id, userId]);
}
