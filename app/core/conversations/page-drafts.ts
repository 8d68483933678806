import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** What was typed and not sent. */
export interface KeptDraft {
  /** A conversation's id, or `new`. */
  conversationKey: string;
  text: string;
  /** Ids of the files that were attached; null for none. */
  files: string[] | null;
  updatedAt: Date;
}

/**
 * Drafts of a user in the order of their conversations' ids. A text may be long: few are read at a time.
 * @param page.after the last key of the page before, '' to begin with
 */
export async function pageDrafts(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<KeptDraft[]> {
  const rows = await selectRows<Omit<KeptDraft, 'files'> & { files: string | null }>(
    tx,
    `SELECT conversation_key AS conversationKey, text, files, updated_at AS updatedAt
     FROM drafts WHERE user_id = ? AND conversation_key > ? ORDER BY conversation_key LIMIT ?`,
    [userId, after, most],
  );
  return rows.map(({ files, ...draft }) => ({
    ...draft,
    files: files === null ? null : (JSON.parse(files) as string[]),
  }));
}
