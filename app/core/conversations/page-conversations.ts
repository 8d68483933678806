import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** A conversation as its owner may keep it; its messages are read by `listMessages`. */
export interface KeptConversation {
  id: string;
  clientId: string | null;
  title: string;
  endpoint: string;
  model: string;
  /** What its messages are sent with; null for nothing. */
  options: unknown;
  /** The last message of the branch on show; null: the newest. */
  leafId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

type Row = Omit<KeptConversation, 'options'> & { options: string | null };

/**
 * Conversations of a user in the order of their ids, which unlike the order of their use does not change meanwhile.
 * @param page.after the last id of the page before, '' to begin with
 */
export async function pageConversations(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<KeptConversation[]> {
  const rows = await selectRows<Row>(
    tx,
    `SELECT c.id, client_id AS clientId, title, endpoint, model, options, leaf_id AS leafId,
       created_at AS createdAt, updated_at AS updatedAt
     FROM (SELECT id FROM conversations WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?) page
     JOIN conversations c ON c.id = page.id ORDER BY c.id`,
    [userId, after, most],
  );
  return rows.map((row) => ({
    ...row,
    options: row.options === null ? null : (JSON.parse(row.options) as unknown),
  }));
}
