import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** What the files of an account take, thumbnails included. */
export interface FileUsage {
  files: number;
  bytes: number;
}

/** How many files somebody has, and how many bytes they take. */
export async function readFileUsage(tx: Tx, userId: string): Promise<FileUsage> {
  const row = await selectRow<{ files: string; bytes: string }>(
    tx,
    'SELECT files, bytes FROM file_usage WHERE user_id = ?',
    [userId],
  );
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
}
