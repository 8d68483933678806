import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

/**
 * Files of a user, in the order of their ids.
 * @param page.after the last id of the page before, '' to begin with
 */
export async function pageFiles(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<FileRecord[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, most],
  );
  return rows.map(toFile);
}
