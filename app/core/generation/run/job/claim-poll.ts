import {
  GENERATION_COLUMNS,
  toGeneration,
  type Generation,
  type GenerationRow,
} from '#app/core/generation/record/row.ts';
import { targetNames } from '#app/core/targets/table.ts';
import { taskNames } from '#app/core/tasks/table.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Takes a job that waits at its provider for this worker, to look at it: a compare-and-set on its attempt, as long as no
 * worker has it.
 * @returns null when another one has it, or when it has ended
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
  const taken = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET worker_id = ?, heartbeat_at = NOW(3), next_poll_at = NULL, polls = polls + 1
     WHERE id = ? AND attempt = ? AND state = 'running' AND worker_id IS NULL AND next_poll_at IS NOT NULL
       AND task IN (?) AND target IN (?)`,
    [workerId, generationId, attempt, taskNames(), targetNames()],
  );
  if (taken !== 1) return null;
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ?`,
    [generationId],
  );
  return row ? toGeneration(row) : null;
}
