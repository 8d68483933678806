import { isId } from '#app/core/platform/ids.ts';
import { FOLLOW_UP_JOBS } from './follow-up.ts';
import { change, selectCount, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

const MOST = 500;
/** A job that was written just now is done by who was told of it. */
const OVERDUE_S = 2;

/** Jobs that nobody has done in time: their processes died, or an earlier try has failed. */
export async function listOverdue(): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    `SELECT id FROM follow_ups WHERE failed_at IS NULL AND due_at < NOW(3) - INTERVAL ? SECOND AND job IN (?)
     ORDER BY due_at LIMIT ${MOST}`,
    [OVERDUE_S, FOLLOW_UP_JOBS],
  );
  return rows.map(({ id }) => id);
}

/** A job that was given up. */
export interface FailedFollowUp {
  id: string;
  job: string;
  subject: string;
  tries: number;
  lastError: string | null;
  failedAt: Date;
}

/** The jobs that were given up, the newest first. */
export function listFailed(tx: Tx, limit = MOST): Promise<FailedFollowUp[]> {
  return selectRows(
    tx,
    `SELECT id, job, subject, tries, last_error AS lastError, failed_at AS failedAt FROM follow_ups
     WHERE failed_at IS NOT NULL ORDER BY failed_at DESC LIMIT ?`,
    [limit],
  );
}

/** How many jobs were given up. */
export async function countFailed(tx: Tx): Promise<number> {
  return selectCount(tx, 'SELECT COUNT(*) FROM follow_ups WHERE failed_at IS NOT NULL');
}

/**
 * Has jobs that were given up tried again, from their first try.
 * @returns how many of these ids they were
 */
export async function tryAgain(tx: Tx, ids: readonly string[]): Promise<number> {
  return change(
    tx,
    `UPDATE follow_ups FORCE INDEX (PRIMARY) SET failed_at = NULL, tries = 0, due_at = NOW(3)
     WHERE id IN (?) AND failed_at IS NOT NULL`,
    [ids.filter(isId)],
  );
}
