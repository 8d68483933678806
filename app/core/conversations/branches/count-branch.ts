import { ROOT_ID } from '#app/contracts/chat.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

const PAGE = 2000;

/**
 * How many messages a branch has from its beginning to the given one; 0 for the root. Positions do not say it:
 * they count the messages of all branches.
 */
export async function countBranch(tx: Tx, conversationId: string, messageId: string): Promise<number> {
  let wanted = messageId;
  let count = 0;
  while (wanted !== ROOT_ID) {
    // Each page begins at the message that is wanted, as in `readAncestors`.
    const rows = await selectRows<{ id: string; parent_id: string }>(
      tx,
      `SELECT id, parent_id FROM messages
       WHERE conversation_id = ?
         AND position <= (SELECT position FROM messages WHERE id = ? AND conversation_id = ?)
       ORDER BY position DESC LIMIT ${PAGE}`,
      [conversationId, wanted, conversationId],
    );
    if (rows.length === 0) return count;
    for (const row of rows) {
      if (row.id !== wanted) continue;
      wanted = row.parent_id;
      count += 1;
    }
  }
  return count;
}
