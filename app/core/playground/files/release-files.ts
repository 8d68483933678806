import { letExpire, lockFiles } from '#app/core/files/records/expiry.ts';
import { change, selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** Unties the files of a conversation that is deleted; uploads that nothing else has go after their time. */
export async function releaseFiles(
  tx: Transaction,
  { userId, playgroundId }: { userId: string; playgroundId: string },
): Promise<void> {
  const where = [playgroundId, userId];
  const rows = await selectRows<{ file_id: string }>(
    tx,
    'SELECT DISTINCT file_id FROM playground_files WHERE playground_id = ? AND user_id = ? ORDER BY file_id',
    where,
  );
  if (rows.length === 0) return;
  await change(tx, 'DELETE FROM playground_files WHERE playground_id = ? AND user_id = ?', where);
  const ids = rows.map((row) => row.file_id);
  await lockFiles(tx, ids);
  await letExpire(tx, ids);
}
