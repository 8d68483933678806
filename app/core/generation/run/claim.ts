import {
  GENERATION_COLUMNS,
  toGeneration,
  type Generation,
  type GenerationRow,
} from '#app/core/generation/record/row.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { counted, taskLabel } from '#app/core/platform/metrics/metrics.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import { targetNames } from '#app/core/targets/table.ts';
import { taskNames } from '#app/core/tasks/table.ts';
import { change, selectLater, selectRow, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

interface Claim {
  generationId: string;
  /** The attempt that was enqueued: one above the row's. */
  attempt: number;
  workerId: string;
}

/** A generation that belongs to this worker. */
export interface Claimed {
  generation: Generation;
  /**
   * Resolves once the claim is committed; rejects if it was lost and another worker may own the generation.
   * Until then its provider may be called, but none of its output may be published.
   */
  stored: Promise<void>;
}

/**
 * Claims a queued generation for this worker: queued -> running as a compare-and-set on state and attempt.
 * Claims that arrive together share a transaction. A row that already names this worker and attempt counts as
 * claimed: the acknowledgement of an earlier claim may have been lost.
 * @returns the generation, or null when another worker claimed it or it needs no run any more
 */
export const claimGeneration = createBatcher<Claim, Claimed | null>({
  name: 'claim',
  laneOf: ({ generationId }) => generationId,
  async run(claims) {
    const { rows, stored } = await claimRows(claims);
    const claimed = new Map(rows.map(toGeneration).map((row) => [row.id, row]));
    return claims.map((claim): Outcome<Claimed | null> => {
      const row = claimed.get(claim.generationId);
      if (!row || attemptAfter(row) !== claim.attempt) return { ok: true, value: null };
      // A second claim in the same batch must lose.
      claimed.delete(row.id);
      if (row.state === 'queued') noteQueueTime(row);
      const generation = Object.assign(row, { state: 'running' as const, attempt: claim.attempt });
      const confirmed = stored.catch(() => claimAgain(claim));
      // A caller that gives up earlier does not await it.
      confirmed.catch(() => undefined);
      return { ok: true, value: { generation, stored: confirmed } };
    });
  },
});

/** Records a run's queue time; a second attempt is not counted, since its time includes the first. */
function noteQueueTime({ task, attempt, createdAt }: Generation): void {
  if (attempt > 0) return;
  counted.queueTime[taskLabel(task)].observe(Math.max(0, sharedNow() - createdAt.getTime()) / 1000);
}

/** The attempt number that a row has once it is claimed. */
function attemptAfter({ state, attempt }: Generation): number {
  return state === 'queued' ? attempt + 1 : attempt;
}

/**
 * Locks the rows, waiting for the commits of runs that were enqueued before their commit, and claims those
 * that may be claimed. Tasks and targets that only a newer version knows are left to its workers.
 * @returns the rows before the change, once they are changed; `stored` resolves when the change is
 *   committed
 */
function claimRows(claims: readonly Claim[]): Promise<{ rows: GenerationRow[]; stored: Promise<void> }> {
  const { workerId } = claims[0]!;
  const ids = claims.map(({ generationId }) => generationId);
  const known = [taskNames(), targetNames()];
  return new Promise((resolve, reject) => {
    const stored = transaction(async (tx) => {
      selectLater<GenerationRow>(
        tx,
        `SELECT ${GENERATION_COLUMNS} FROM generations FORCE INDEX (PRIMARY)
         WHERE id IN (?) AND (state = 'queued' OR (state = 'running' AND worker_id = ?))
           AND task IN (?) AND target IN (?) FOR UPDATE`,
        [ids, workerId, ...known],
        (rows) => resolve({ rows, stored }),
      );
      await write(
        tx,
        `UPDATE generations FORCE INDEX (PRIMARY) SET state = 'running', attempt = attempt + 1, worker_id = ?, heartbeat_at = NOW(3),
           started_at = COALESCE(started_at, NOW(3))
         WHERE id IN (?) AND state = 'queued' AND (id, attempt) IN (?) AND task IN (?) AND target IN (?)`,
        [workerId, ids, claims.map(({ generationId, attempt }) => [generationId, attempt - 1]), ...known],
      );
    });
    stored.catch(reject);
  });
}

/**
 * Repeats a claim whose commit has an unknown outcome.
 * @throws Error when another worker owns the generation
 */
async function claimAgain(claim: Claim): Promise<void> {
  const again = await claimGeneration(claim);
  if (!again) throw new Error('The claim was lost');
  await again.stored;
}

/**
 * Claims a job that waits at its provider for one poll: a compare-and-set on its attempt, while no worker
 * owns it.
 * @returns null when another worker owns it, or when it has ended
 */
export async function claimPoll({
  generationId,
  attempt,
  workerId,
}: {
  generationId: string;
  attempt: number;
  workerId: string;
}): Promise<Generation | null> {
  const claimedRows = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET worker_id = ?, heartbeat_at = NOW(3), next_poll_at = NULL, polls = polls + 1
     WHERE id = ? AND attempt = ? AND state = 'running' AND worker_id IS NULL AND next_poll_at IS NOT NULL
       AND task IN (?) AND target IN (?)`,
    [workerId, generationId, attempt, taskNames(), targetNames()],
  );
  if (claimedRows !== 1) return null;
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ?`,
    [generationId],
  );
  return row ? toGeneration(row) : null;
}
