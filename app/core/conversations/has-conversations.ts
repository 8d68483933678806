import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** True when the user has at least one conversation. */
export async function hasConversations(tx: Tx, userId: string): Promise<boolean> {
  const row = await selectRow(tx, 'SELECT 1 FROM conversations WHERE user_id = ? LIMIT 1', [userId]);
  return row !== undefined;
}
