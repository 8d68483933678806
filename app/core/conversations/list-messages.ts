import type { ChatMessage } from '#app/contracts/chat.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { MESSAGE_COLUMNS, toChatMessage, type MessageRow } from './message-row.ts';

/**
 * Messages of a conversation on all its branches, in the order in which they were made. The caller has
 * checked the owner.
 * @param options.after position of the last message already read; 0 begins at the start.
 * @param options.limit most messages; absent: all of them.
 * @returns the messages, and the `after` of the next page or null.
 */
export async function listMessages(
  tx: Tx,
  { conversationId, after = 0, limit }: { conversationId: string; after?: number; limit?: number },
): Promise<{ messages: ChatMessage[]; next: number | null }> {
  const rows = await selectRows<MessageRow>(
    tx,
    `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.conversation_id = ? AND m.position > ?
     ORDER BY m.position ${limit === undefined ? '' : 'LIMIT ?'}`,
    limit === undefined ? [conversationId, after] : [conversationId, after, limit + 1],
  );
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  return {
    messages: shown.map(toChatMessage),
    next: shown.length < rows.length ? (shown.at(-1)?.position ?? null) : null,
  };
}
