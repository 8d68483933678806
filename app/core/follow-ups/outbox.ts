import { isId, newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { change, selectCount, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';
import {
  FOLLOW_UP_JOBS,
  FOLLOW_UP_SCHEMAS,
  type Again,
  type FollowUp,
  type FollowUpHandlers,
  type FollowUpJob,
} from './follow-up.ts';

const MAX_LISTED = 500;

/** Seconds that the process which wrote a job has to run it before others do. */
const OVERDUE_S = 2;

/** A job that was given up. */
interface FailedFollowUp {
  id: string;
  job: string;
  subject: string;
  tries: number;
  lastError: string | null;
  failedAt: Date;
}

/** Seconds for which no other worker tries a job after one has begun it. */
const LEASE_S = 10;

/** Seconds before the second attempt; each further pause is twice as long. */
const PAUSE_S = 2;

const MAX_PAUSE_S = 600;

/** A job that failed this often is not tried again: it stays for the operator to see. */
const MAX_TRIES = 12;

const DETAIL_LENGTH = 1000;

/**
 * Writes jobs into the outbox, in the transaction after which they are due: they run only if it commits. A
 * waiting job with the same name and subject is left as it is.
 * @returns the ids of the jobs, valid for those that are new
 */
export async function writeFollowUps(tx: Transaction, followUps: readonly FollowUp[]): Promise<string[]> {
  if (followUps.length === 0) return [];
  const ids = followUps.map(() => newId());
  await write(
    tx,
    `INSERT INTO follow_ups (id, job, subject, payload, due_at, created_at) VALUES ${ids.map(() => '(?, NOW(3), NOW(3))').join(', ')}
     ON DUPLICATE KEY UPDATE id = id`,
    followUps.map(({ job, subject, payload }, at) => [ids[at]!, job, subject, JSON.stringify(payload)]),
  );
  return ids;
}

/** Lists overdue jobs: their processes died, or an earlier attempt failed. */
export async function listOverdue(): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    `SELECT id FROM follow_ups WHERE failed_at IS NULL AND due_at < NOW(3) - INTERVAL ? SECOND AND job IN (?)
     ORDER BY due_at LIMIT ${MAX_LISTED}`,
    [OVERDUE_S, FOLLOW_UP_JOBS],
  );
  return rows.map(({ id }) => id);
}

/** Lists the jobs that were given up, newest first. */
export function listFailed(tx: Tx, limit = MAX_LISTED): Promise<FailedFollowUp[]> {
  return selectRows(
    tx,
    `SELECT id, job, subject, tries, last_error AS lastError, failed_at AS failedAt FROM follow_ups
     WHERE failed_at IS NOT NULL ORDER BY failed_at DESC LIMIT ?`,
    [limit],
  );
}

/** Number of jobs that were given up. */
export async function countFailed(tx: Tx): Promise<number> {
  return selectCount(tx, 'SELECT COUNT(*) FROM follow_ups WHERE failed_at IS NOT NULL');
}

/**
 * Makes given-up jobs due again, with all their attempts.
 * @returns how many of these ids were given up
 */
export async function tryAgain(tx: Tx, ids: readonly string[]): Promise<number> {
  return change(
    tx,
    `UPDATE follow_ups FORCE INDEX (PRIMARY) SET failed_at = NULL, tries = 0, due_at = NOW(3)
     WHERE id IN (?) AND failed_at IS NOT NULL`,
    [ids.filter(isId)],
  );
}

/**
 * Runs a job of the outbox, if it is due and no other worker runs it. A job that fails is tried again later,
 * and in the end given up with its error in its row; if its handler has more to do, it is due again at the
 * time it returns. A job that only a newer version knows is left to its workers.
 */
export async function runFollowUp(id: string, handlers: FollowUpHandlers): Promise<void> {
  const claimed = await change(
    AUTOCOMMIT,
    `UPDATE follow_ups FORCE INDEX (PRIMARY) SET tries = tries + 1, due_at = NOW(3) + INTERVAL ? SECOND
     WHERE id = ? AND due_at <= NOW(3) AND failed_at IS NULL AND job IN (?)`,
    [LEASE_S, id, FOLLOW_UP_JOBS],
  );
  if (claimed !== 1) return;
  const row = await selectRow<{ job: string; payload: string; tries: number }>(
    AUTOCOMMIT,
    'SELECT job, payload, tries FROM follow_ups WHERE id = ?',
    [id],
  );
  if (!row) return;
  try {
    const again = await handle(handlers, row.job, JSON.parse(row.payload));
    if (again) await repeatLater(id, again);
    else await change(AUTOCOMMIT, 'DELETE FROM follow_ups WHERE id = ?', [id]);
  } catch (error) {
    await retryLater(id, row, error as Error);
  }
}

async function handle(
  handlers: FollowUpHandlers,
  job: string,
  payload: unknown,
): Promise<Again | undefined | void> {
  if (!Object.hasOwn(FOLLOW_UP_SCHEMAS, job)) throw new Error(`No follow-up job is called ${job}`);
  const name = job as FollowUpJob;
  const run = handlers[name] as (payload: unknown) => Promise<Again | undefined | void>;
  return run(FOLLOW_UP_SCHEMAS[name].parse(payload));
}

/** Progress resets the attempts: a part that was done is not a failure. */
async function repeatLater(id: string, { againInSeconds }: Again): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE follow_ups SET due_at = NOW(3) + INTERVAL ? SECOND, tries = 0, last_error = NULL WHERE id = ?',
    [againInSeconds, id],
  );
}

async function retryLater(
  id: string,
  { job, tries }: { job: string; tries: number },
  error: Error,
): Promise<void> {
  const isLast = tries >= MAX_TRIES;
  logger()[isLast ? 'error' : 'warn'](
    { followUp: id, job, tries, error: error.message },
    'follow-up job failed',
  );
  await change(
    AUTOCOMMIT,
    `UPDATE follow_ups SET due_at = NOW(3) + INTERVAL ? SECOND, last_error = ?, failed_at = IF(?, NOW(3), NULL)
     WHERE id = ?`,
    [Math.min(PAUSE_S * 2 ** (tries - 1), MAX_PAUSE_S), error.message.slice(0, DETAIL_LENGTH), isLast, id],
  );
}
