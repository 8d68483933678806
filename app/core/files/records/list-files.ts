import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

interface FileQuery {
  userId: string;
  /** Only those whose names contain it; '' for all. */
  search: string;
  /** The id of the last file of the page before; '' begins with the newest. */
  before: string;
  most: number;
}

/** Files of a person that have not expired, newest first. */
export async function listFiles(tx: Tx, { userId, search, before, most }: FileQuery): Promise<FileRecord[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))
       AND (? = '' OR id < ?) AND (? = '' OR name LIKE ?)
     ORDER BY id DESC LIMIT ?`,
    [userId, before, before, search, `%${search.replace(/[\\%_]/g, '\\$&')}%`, most],
  );
  return rows.map(toFile);
}
