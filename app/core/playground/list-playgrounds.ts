import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import type { Playground } from './find.ts';

/** Conversations that the side bar has. */
const MOST_LISTED = 30;

/** The conversations of a user that have a prompt, the one used last first; the newest `MOST_LISTED` of them. */
export async function listPlaygrounds(tx: Tx, userId: string): Promise<Playground[]> {
  return selectRows<Playground>(
    tx,
    `SELECT id, title FROM playgrounds WHERE user_id = ? AND next_position > 1
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    [userId, MOST_LISTED],
  );
}

/** The same as their owner may keep them, in the order of their ids. @param page.after the last id of the page before */
export async function pagePlaygrounds(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<(Playground & { createdAt: Date; updatedAt: Date })[]> {
  return selectRows(
    tx,
    `SELECT id, title, created_at AS createdAt, updated_at AS updatedAt FROM playgrounds
     WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, most],
  );
}
