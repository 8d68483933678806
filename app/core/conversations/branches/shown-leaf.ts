import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/**
 * The last message of the branch on show: the stored one, else the newest of the conversation.
 * @returns its id, or null for a conversation without messages.
 */
export async function shownLeaf(
  tx: Tx,
  { conversationId, leafId }: { conversationId: string; leafId: string | null },
): Promise<string | null> {
  if (leafId !== null) return leafId;
  const newest = await selectRow<{ id: string }>(
    tx,
    'SELECT id FROM messages WHERE conversation_id = ? ORDER BY position DESC LIMIT 1',
    [conversationId],
  );
  return newest?.id ?? null;
}
