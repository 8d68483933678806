import type { ChatMessage } from '#app/contracts/chat.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { viewMessages } from '#app/core/conversations/files/view-messages.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message-row.ts';
import { PAGE_BYTES, TEXT_BYTES_OF } from './page-bytes.ts';

const PAGE = 200;

/** Some messages, and the `after` of the next page or null. */
export interface MessagePage {
  messages: ChatMessage[];
  next: number | null;
}

/**
 * Messages of a conversation on all its branches, in the order in which they were made, as many as a page holds. The
 * caller has checked the owner.
 * @param options.after position of the last message already read; 0 begins at the start.
 * @param options.limit most messages; long texts make a page shorter.
 */
export async function listMessages(
  tx: Tx,
  { conversationId, after = 0, limit = PAGE }: { conversationId: string; after?: number; limit?: number },
): Promise<MessagePage> {
  const rows = await selectRows<MessageRow & { last: number }>(
    tx,
    `SELECT ${MESSAGE_COLUMNS}, page.last FROM (
       SELECT id, SUM(bytes) OVER (ORDER BY position) - bytes AS before_bytes, MAX(position) OVER () AS last
       FROM (SELECT id, position, ${TEXT_BYTES_OF} AS bytes FROM messages
             WHERE conversation_id = ? AND position > ? ORDER BY position LIMIT ?) some
     ) page JOIN messages m ON m.id = page.id
     WHERE page.before_bytes < ? ORDER BY m.position`,
    [conversationId, after, limit + 1, PAGE_BYTES],
  );
  const shown = rows.slice(0, limit);
  const end = shown.at(-1)?.position ?? 0;
  return { messages: await viewMessages(tx, shown), next: end < (rows[0]?.last ?? 0) ? end : null };
}
