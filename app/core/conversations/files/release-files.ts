import { letExpire, lockFiles } from '#app/core/files/records/expiry.ts';
import { change, selectRows, type SqlValue } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** Rows of files that are locked at a time. */
const BATCH = 500;

/** Unties the files of a conversation that is deleted; what nothing else has goes. */
export function releaseFilesOf(tx: Transaction, conversationId: string): Promise<void> {
  return release(tx, 'conversation_id = ?', [conversationId]);
}

/** The same for all conversations of a user. */
export function releaseAllFiles(tx: Transaction, userId: string): Promise<void> {
  return release(tx, 'user_id = ?', [userId]);
}

async function release(tx: Transaction, condition: string, values: SqlValue[]): Promise<void> {
  const rows = await selectRows<{ file_id: string }>(
    tx,
    `SELECT DISTINCT file_id FROM message_files WHERE ${condition} ORDER BY file_id`,
    values,
  );
  if (rows.length === 0) return;
  await change(tx, `DELETE FROM message_files WHERE ${condition}`, values);
  const ids = rows.map((row) => row.file_id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    await lockFiles(tx, some);
    await letExpire(tx, some);
  }
}
