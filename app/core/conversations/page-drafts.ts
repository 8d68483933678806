import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** What was typed and not sent. */
export interface KeptDraft {
  /** A conversation's id, or `new`. */
  conversationKey: string;
  text: string;
  updatedAt: Date;
}

/**
 * Drafts of a user in the order of their conversations' ids. A text may be long: few are read at a time.
 * @param page.after the last key of the page before, '' to begin with
 */
export function pageDrafts(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<KeptDraft[]> {
  return selectRows<KeptDraft>(
    tx,
    `SELECT conversation_key AS conversationKey, text, updated_at AS updatedAt
     FROM drafts WHERE user_id = ? AND conversation_key > ? ORDER BY conversation_key LIMIT ?`,
    [userId, after, most],
  );
}
