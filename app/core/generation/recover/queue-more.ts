import { enqueueAgain } from '#app/core/queue/enqueue.ts';
import { runsOfShare } from '#app/core/targets/table.ts';
import type { Task } from '#app/core/tasks/task.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Enqueues the oldest runs of a share that wait, after a worker has put some of them off because the share had places
 * enough.
 * @param share as `shareOf` names it
 * @returns how many it found, at most so many
 */
export async function enqueueMore(
  share: string,
  { name, queue }: Pick<Task, 'name' | 'queue'>,
  most: number,
): Promise<number> {
  const { userId, targets } = runsOfShare(share);
  const rows = await selectRows<{ id: string; attempt: number }>(
    AUTOCOMMIT,
    `SELECT id, attempt FROM generations FORCE INDEX (generations_live)
     WHERE user_id = ? AND live = 1 AND state = 'queued' AND heartbeat_at IS NULL AND task = ? AND target IN (?)
     ORDER BY id LIMIT ?`,
    [userId, name, targets, most],
  );
  for (const { id, attempt } of rows) enqueueAgain(queue, { generationId: id, attempt: attempt + 1, share });
  return rows.length;
}
