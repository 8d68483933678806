import { isId } from '#app/core/platform/ids.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

/** A file of its owner. @returns null for what is not there, has expired or is somebody else's */
export async function findFile(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
): Promise<FileRecord | null> {
  if (!isId(id)) return null;
  const row = await selectRow<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))`,
    [id, userId],
  );
  return row ? toFile(row) : null;
}
