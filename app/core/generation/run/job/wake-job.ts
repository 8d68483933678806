import { enqueuePoll } from '#app/core/queue/enqueue.ts';
import { taskNames, taskOf } from '#app/core/tasks/table.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Milliseconds between looks that unsigned webhooks have brought nearer: anybody may send them who knows their address. */
const HINTED_PAUSE_MS = 10_000;

/** Has a job looked at now that waits at its provider or for a step; one that is just being looked at, right after that. */
export async function wakeJob(id: string): Promise<void> {
  const isOpen = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET next_poll_at = NOW(3) WHERE id = ? AND state = 'running'`,
    [id],
  );
  if (isOpen === 1) await enqueueLook(id);
}

/**
 * The same for what nobody has signed: the look comes some seconds after the last one that came about like this, and never
 * later than it would have come anyway.
 */
export async function hintJob(id: string): Promise<void> {
  const at = 'GREATEST(NOW(3), COALESCE(hinted_at + INTERVAL ? MICROSECOND, NOW(3)))';
  const pause = HINTED_PAUSE_MS * 1000;
  const isNearer = await change(
    AUTOCOMMIT,
    // From left to right: the second sees what the first has set.
    `UPDATE generations FORCE INDEX (PRIMARY) SET next_poll_at = ${at}, hinted_at = next_poll_at
     WHERE id = ? AND state = 'running' AND (next_poll_at IS NULL OR next_poll_at > ${at})`,
    [pause, id, pause],
  );
  if (isNearer === 1) await enqueueLook(id);
}

/** Without waiting for the sweeper of a worker that knows the task, which finds it as well. */
async function enqueueLook(id: string): Promise<void> {
  const row = await selectRow<{ task: string; attempt: number }>(
    AUTOCOMMIT,
    'SELECT task, attempt FROM generations WHERE id = ? AND worker_id IS NULL AND next_poll_at <= NOW(3)',
    [id],
  );
  if (row && taskNames().includes(row.task))
    enqueuePoll(taskOf(row).queue, { generationId: id, attempt: row.attempt });
}
