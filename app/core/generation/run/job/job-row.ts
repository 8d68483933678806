import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { candidatesOf, type Generation } from '#app/core/generation/record/row.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import { untilAnswered } from '#app/core/platform/passing-error.ts';
import { change, selectRow, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** State of a job in its row. */
export interface JobRow {
  /** Its order may have been sent. */
  isOrdering: boolean;
  providerJobId: string | null;
  /** The provider's id of the job from a signed webhook, if the response to the order was lost. */
  toldId: string | null;
  /** Milliseconds since its order may have been sent. */
  orderedMs: number;
  /** The candidate it was ordered from. */
  candidate: Candidate;
  polls: number;
  /** Progress as its provider last reported it, 0 to 100; null if it reported none. */
  donePercent: number | null;
  isStopRequested: boolean;
  /** Milliseconds since its first run began. */
  ageMs: number;
}

/** A worker that owns a job. */
export interface JobHolder {
  generation: Generation;
  workerId: string;
}

/** The row as the database returns it. */
interface Columns {
  isOrdering: number;
  providerJobId: string | null;
  toldId: string | null;
  orderedMs: string | null;
  offerId: string | null;
  provider: string;
  polls: number;
  donePercent: number | null;
  isStopRequested: number;
  ageMs: string;
}

const FIRST_PAUSE_MS = 2_000;

const FACTOR = 1.5;

/** Max milliseconds between polls of a job. */
export const MAX_POLL_PAUSE_MS = 30_000;

/**
 * Reads a job's row; waits while the database is away.
 * @throws RunAborted lost, if the row no longer exists
 */
export async function readJob(generation: Generation): Promise<JobRow> {
  const row = await untilAnswered(() => select(generation), { generationId: generation.id });
  if (!row) throw new RunAborted('lost');
  const candidates = candidatesOf(generation);
  const ordered = candidates.find(
    ({ offerId, provider }) => offerId === row.offerId && provider === row.provider,
  );
  return {
    isOrdering: row.isOrdering === 1,
    providerJobId: row.providerJobId,
    toldId: row.toldId,
    orderedMs: Number(row.orderedMs ?? 0),
    candidate: ordered ?? candidates[0],
    polls: row.polls,
    donePercent: row.donePercent,
    isStopRequested: row.isStopRequested === 1,
    ageMs: Number(row.ageMs),
  };
}

function select({ id }: Generation): Promise<Columns | undefined> {
  return selectRow(
    AUTOCOMMIT,
    `SELECT ordering_at IS NOT NULL AS isOrdering, provider_job_id AS providerJobId,
       told_job_id AS toldId, TIMESTAMPDIFF(MICROSECOND, ordering_at, NOW(3)) DIV 1000 AS orderedMs,
       offer_id AS offerId, provider, polls, done_percent AS donePercent,
       stop_requested_at IS NOT NULL AS isStopRequested,
       TIMESTAMPDIFF(MICROSECOND, started_at, NOW(3)) DIV 1000 AS ageMs
     FROM generations WHERE id = ?`,
    [id],
  );
}

/**
 * Records that an order is about to be sent: after a crash, the next worker looks for it and never orders
 * again.
 */
export function markOrdering(holder: JobHolder, { offerId, provider }: Candidate): Promise<void> {
  return set(holder, 'ordering_at = NOW(3), offer_id = ?, provider = ?', [offerId, provider]);
}

/** Records that the provider refused the order: another one may be called. */
export function unmarkOrdering(holder: JobHolder): Promise<void> {
  return set(holder, 'ordering_at = NULL', []);
}

/**
 * Stores the provider's id of a job.
 * @param attempts calls until the order was accepted, for the receipt
 */
export function storeJobId(
  holder: JobHolder,
  providerJobId: string,
  attempts: readonly Attempt[],
): Promise<void> {
  return set(holder, 'provider_job_id = ?, attempts = ?', [providerJobId, JSON.stringify(attempts)]);
}

/** @param done 0 to 1 */
export const toPercent = (done: number) => Math.round(done * 100);

/**
 * Releases a job that waits at its provider: no worker owns it. An earlier poll that was scheduled meanwhile
 * (after a step's end, a webhook, a stop) remains scheduled.
 * @param wait.donePercent progress, 0 to 100, if its provider has just reported it
 */
export function releaseJob(
  holder: JobHolder,
  { inMs, donePercent = null }: { inMs: number; donePercent?: number | null },
): Promise<void> {
  return set(
    holder,
    `worker_id = NULL, heartbeat_at = NULL,
     done_percent = COALESCE(?, done_percent),
     next_poll_at = COALESCE(next_poll_at, NOW(3) + INTERVAL ? MICROSECOND)`,
    [donePercent, Math.round(inMs * 1000)],
  );
}

/**
 * Releases the job of a dead worker for any other; its attempt was raised before.
 * @returns false when it has ended
 */
export async function returnJob(generationId: string, attempt: number): Promise<boolean> {
  const returned = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET worker_id = NULL, heartbeat_at = NULL, next_poll_at = NOW(3)
     WHERE id = ? AND attempt = ? AND state = 'running'`,
    [generationId, attempt],
  );
  return returned === 1;
}

/**
 * Updates a job's row; waits while the database is away: the job is not lost by that, and its provider
 * continues.
 * @throws RunAborted lost, if another worker owns the job
 */
async function set({ generation, workerId }: JobHolder, changes: string, values: SqlValue[]): Promise<void> {
  const { id, attempt } = generation;
  const update = () =>
    change(
      AUTOCOMMIT,
      `UPDATE generations FORCE INDEX (PRIMARY) SET ${changes} WHERE id = ? AND attempt = ? AND worker_id = ? AND state = 'running'`,
      [...values, id, attempt, workerId],
    );
  const changed = await untilAnswered(update, { generationId: id });
  if (changed !== 1) throw new RunAborted('lost');
}

/**
 * Milliseconds until the next poll of a job whose provider gives no time.
 * @param polls polls before this one
 */
export function pauseAfter(polls: number): number {
  return Math.min(FIRST_PAUSE_MS * FACTOR ** Math.min(polls, 20), MAX_POLL_PAUSE_MS);
}
