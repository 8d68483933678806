import { newId } from '#app/core/platform/ids.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import type { FollowUp } from './follow-up.ts';

/**
 * Writes jobs into the outbox, in the transaction after which they are due: they are done when it is committed, and
 * never otherwise. What waits for the same subject already is left as it is.
 * @returns the ids that they have if they are new
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
