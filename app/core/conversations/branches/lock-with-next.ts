import { write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/**
 * Locks conversations, in id order, on the way of the transaction's next statement and before it. Whoever changes
 * messages or ends replies waits here first: who deletes a conversation holds it for long.
 */
export async function lockConversationsWithNext(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, 'SELECT id FROM conversations WHERE id IN (?) ORDER BY id FOR UPDATE', [[...new Set(ids)]]);
}
