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
  let below = 4_294_967_295;
  let count = 0;
  while (wanted !== ROOT_ID) {
    const rows = await selectRows<{ id: string; parent_id: string; position: number }>(
      tx,
      `SELECT id, parent_id, position FROM messages
       WHERE conversation_id = ? AND position < ? ORDER BY position DESC LIMIT ${PAGE}`,
      [conversationId, below],
    );
    if (rows.length === 0) return count;
    for (const row of rows) {
      below = row.position;
      if (row.id !== wanted) continue;
      wanted = row.parent_id;
      count += 1;
    }
  }
  return count;
}
