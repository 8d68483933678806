import { isId } from '#app/core/platform/ids.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

/**
 * Files of one owner by their ids. What is not there, has expired or is somebody else's is missing in the answer.
 * @param ids whatever somebody sent: malformed ones are passed over
 */
export async function findFiles(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Map<string, FileRecord>> {
  const wanted = [...new Set(ids)].filter(isId);
  if (wanted.length === 0) return new Map();
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE id IN (?) AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))`,
    [wanted, userId],
  );
  return new Map(rows.map(toFile).map((file) => [file.id, file]));
}
