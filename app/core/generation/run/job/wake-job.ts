import { enqueuePoll } from '#app/core/queue/enqueue.ts';
import { taskNames, taskOf } from '#app/core/tasks/table.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Has a job looked at now that waits at its provider or for a step; one that is just being looked at, right after that. */
export async function wakeJob(id: string): Promise<void> {
  const isOpen = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET next_poll_at = NOW(3) WHERE id = ? AND state = 'running'`,
    [id],
  );
  if (isOpen !== 1) return;
  const row = await selectRow<{ task: string; attempt: number }>(
    AUTOCOMMIT,
    'SELECT task, attempt FROM generations WHERE id = ? AND worker_id IS NULL',
    [id],
  );
  // Without waiting for the sweeper of a worker that knows the task, which finds it as well.
  if (row && taskNames().includes(row.task))
    enqueuePoll(taskOf(row).queue, { generationId: id, attempt: row.attempt });
}
