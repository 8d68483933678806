import type { ChatConversation } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { toChatConversation, type ConversationRow } from './conversation-row.ts';

const PAGE_SIZE = 30;

export interface ConversationPage {
  conversations: ChatConversation[];
  /** Where the next page begins; null at the end of the list. */
  nextCursor: string | null;
}

/**
 * A user's conversations, the one used last first.
 * @param options.cursor `nextCursor` of the page before; absent or null for the first page.
 * @throws AppError invalid_request for a cursor that this function did not write.
 */
export async function listConversations(
  tx: Tx,
  { userId, cursor, limit = PAGE_SIZE }: { userId: string; cursor?: string | null; limit?: number },
): Promise<ConversationPage> {
  const after = cursor ? readListCursor(cursor) : null;
  const rows = await selectRows<ConversationRow>(
    tx,
    `SELECT id, user_id, title, endpoint, model, created_at, updated_at FROM conversations
     WHERE user_id = ? ${after ? 'AND updated_at <= ? AND (updated_at < ? OR id < ?)' : ''}
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    after ? [userId, after.updatedAt, after.updatedAt, after.id, limit + 1] : [userId, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    conversations: shown.map(toChatConversation),
    nextCursor: rows.length > limit && last ? `${last.updated_at.getTime()}.${last.id}` : null,
  };
}

function readListCursor(cursor: string): { updatedAt: Date; id: string } {
  const [time, id] = cursor.split('.', 2);
  if (!/^\d{1,15}$/.test(time ?? '') || !isId(id)) throw new AppError('invalid_request', { param: 'cursor' });
  return { updatedAt: new Date(Number(time)), id };
}
