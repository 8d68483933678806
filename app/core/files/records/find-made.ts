import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

/** The first file of its owner that a generation has made. @returns null where there is none, or not any more */
export async function findMade(
  tx: Tx,
  { userId, generationId }: { userId: string; generationId: string },
): Promise<FileRecord | null> {
  const row = await selectRow<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE generation_id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))
     ORDER BY place LIMIT 1`,
    [generationId, userId],
  );
  return row ? toFile(row) : null;
}
