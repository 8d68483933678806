import { logger } from '#app/core/platform/logger.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import {
  FOLLOW_UP_JOBS,
  FOLLOW_UP_SCHEMAS,
  type Again,
  type FollowUpHandlers,
  type FollowUpJob,
} from './follow-up.ts';

/** Nobody else tries a job for so long after somebody has begun to. */
const LEASE_S = 10;
/** Seconds before the second try; each further one waits twice as long as the one before. */
const PAUSE_S = 2;
const LONGEST_PAUSE_S = 600;
/** A job that has failed so often is tried no more: it stays, for the operator to see. */
const MOST_TRIES = 12;
const DETAIL_LENGTH = 1000;

/**
 * Does a job of the outbox, if it is due and nobody else does it just now. A job that fails is tried again later, and at
 * last given up with its error in its row; one whose handler has more to do is due again when it says. One that a newer
 * version has written and this one does not know is left to its workers.
 */
export async function runFollowUp(id: string, handlers: FollowUpHandlers): Promise<void> {
  const taken = await change(
    AUTOCOMMIT,
    `UPDATE follow_ups FORCE INDEX (PRIMARY) SET tries = tries + 1, due_at = NOW(3) + INTERVAL ? SECOND
     WHERE id = ? AND due_at <= NOW(3) AND failed_at IS NULL AND job IN (?)`,
    [LEASE_S, id, FOLLOW_UP_JOBS],
  );
  if (taken !== 1) return;
  const row = await selectRow<{ job: string; payload: string; tries: number }>(
    AUTOCOMMIT,
    'SELECT job, payload, tries FROM follow_ups WHERE id = ?',
    [id],
  );
  if (!row) return;
  try {
    const again = await handle(handlers, row.job, JSON.parse(row.payload));
    if (again) await comeBack(id, again);
    else await change(AUTOCOMMIT, 'DELETE FROM follow_ups WHERE id = ?', [id]);
  } catch (error) {
    await putOff(id, row, error as Error);
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

/** A part that was done is no try that failed. */
async function comeBack(id: string, { againInSeconds }: Again): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE follow_ups SET due_at = NOW(3) + INTERVAL ? SECOND, tries = 0, last_error = NULL WHERE id = ?',
    [againInSeconds, id],
  );
}

async function putOff(
  id: string,
  { job, tries }: { job: string; tries: number },
  error: Error,
): Promise<void> {
  const isLast = tries >= MOST_TRIES;
  logger()[isLast ? 'error' : 'warn'](
    { followUp: id, job, tries, error: error.message },
    'follow-up job failed',
  );
  await change(
    AUTOCOMMIT,
    `UPDATE follow_ups SET due_at = NOW(3) + INTERVAL ? SECOND, last_error = ?, failed_at = IF(?, NOW(3), NULL)
     WHERE id = ?`,
    [
      Math.min(PAUSE_S * 2 ** (tries - 1), LONGEST_PAUSE_S),
      error.message.slice(0, DETAIL_LENGTH),
      isLast,
      id,
    ],
  );
}
