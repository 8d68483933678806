import type { BranchMessage, ChatMessage } from '#app/contracts/chat.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Says of each message which of its siblings it is (`n/m`, oldest first) and which are its neighbours. */
export async function placeAmongSiblings(
  tx: Tx,
  conversationId: string,
  messages: ChatMessage[],
): Promise<BranchMessage[]> {
  if (messages.length === 0) return [];
  const parents = [...new Set(messages.map((message) => message.parentMessageId))];
  const rows = await selectRows<{ id: string; parent_id: string }>(
    tx,
    'SELECT id, parent_id FROM messages WHERE conversation_id = ? AND parent_id IN (?) ORDER BY position',
    [conversationId, parents],
  );
  const children = new Map<string, string[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent_id);
    if (siblings) siblings.push(row.id);
    else children.set(row.parent_id, [row.id]);
  }
  return messages.map((message) => {
    const siblings = children.get(message.parentMessageId) ?? [message.messageId];
    const index = siblings.indexOf(message.messageId);
    return {
      ...message,
      siblingIndex: index + 1,
      siblingCount: siblings.length,
      previousSiblingId: siblings[index - 1] ?? null,
      nextSiblingId: siblings[index + 1] ?? null,
    };
  });
}
