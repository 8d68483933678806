import { letExpire, lockFiles } from '#app/core/files/records/expiry.ts';
import { filesOfGenerations } from '#app/core/files/records/files-of-generations.ts';
import { change, selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/**
 * Unties the files of a conversation that is deleted, those that its answers were included; what nothing else has goes.
 * @param at.generationIds of its answers
 */
export async function releaseFiles(
  tx: Transaction,
  { userId, playgroundId, generationIds }: { userId: string; playgroundId: string; generationIds: string[] },
): Promise<void> {
  const where = [playgroundId, userId];
  const rows = await selectRows<{ file_id: string }>(
    tx,
    'SELECT DISTINCT file_id FROM playground_files WHERE playground_id = ? AND user_id = ?',
    where,
  );
  if (rows.length > 0)
    await change(tx, 'DELETE FROM playground_files WHERE playground_id = ? AND user_id = ?', where);
  const made = [...(await filesOfGenerations(tx, { userId, generationIds })).values()].flat();
  const ids = [...new Set([...rows.map((row) => row.file_id), ...made.map(({ id }) => id)])].sort();
  await lockFiles(tx, ids);
  await letExpire(tx, ids);
}
