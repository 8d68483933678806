import { ROOT_ID } from '#app/contracts/chat.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { findMessage } from '#app/core/conversations/messages/find-message.ts';
import { lockConversationsWithNext } from './lock-with-next.ts';

/** One statement goes down so many chosen children; well under the depth at which databases refuse (1000). */
const STEPS = 500;

const WALK_DOWN = `
  WITH RECURSIVE path (id, position, chosen_child_id, depth) AS (
    SELECT id, position, chosen_child_id, 1 FROM messages WHERE id = ? AND conversation_id = ?
    UNION ALL
    SELECT child.id, child.position, child.chosen_child_id, path.depth + 1
    FROM path JOIN messages child ON child.id = path.chosen_child_id
    WHERE path.depth < ${STEPS} AND child.conversation_id = ? AND child.position > path.position
  )
  SELECT id FROM path ORDER BY depth DESC LIMIT 1`;

/**
 * Puts a message on show in place of its siblings, with everything that was chosen below it.
 * @returns the last message of the branch that is now on show.
 * @throws AppError not_found for a message that is not in this conversation of this user.
 */
export async function chooseBranch(
  tx: Tx,
  { userId, conversationId, messageId }: { userId: string; conversationId: string; messageId: string },
): Promise<string> {
  const message = await findMessage(tx, { userId, conversationId, messageId });
  await lockConversationsWithNext(tx, [conversationId]);
  if (message.parent_id === ROOT_ID) {
    await change(tx, 'UPDATE conversations SET chosen_root_id = ? WHERE id = ?', [messageId, conversationId]);
  } else {
    await change(
      tx,
      'UPDATE messages FORCE INDEX (PRIMARY) SET chosen_child_id = ? WHERE id = ? AND conversation_id = ?',
      [messageId, message.parent_id, conversationId],
    );
  }
  const leaf = await lowestShown(tx, conversationId, messageId);
  await change(tx, 'UPDATE conversations SET leaf_id = ? WHERE id = ?', [leaf, conversationId]);
  return leaf;
}

/** The end of the branch below a message: the chosen child each time, else the newest. */
async function lowestShown(tx: Tx, conversationId: string, from: string): Promise<string> {
  let current = from;
  for (;;) {
    const [reached] = await selectRows<{ id: string }>(tx, WALK_DOWN, [
      current,
      conversationId,
      conversationId,
    ]);
    if (reached && reached.id !== current) {
      current = reached.id;
      continue;
    }
    const newest = await selectRow<{ id: string }>(
      tx,
      'SELECT id FROM messages WHERE conversation_id = ? AND parent_id = ? ORDER BY position DESC LIMIT 1',
      [conversationId, current],
    );
    if (!newest) return current;
    current = newest.id;
  }
}
