import { groupBy } from '#app/contracts/lists/group-by.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

/** What generations of a user have made, by generation and in its order; what was deleted is not there. */
export async function filesOfGenerations(
  tx: Tx,
  { userId, generationIds }: { userId: string; generationIds: readonly string[] },
): Promise<Map<string, FileRecord[]>> {
  if (generationIds.length === 0) return new Map();
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE generation_id IN (?) AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))
     ORDER BY generation_id, place`,
    [[...generationIds], userId],
  );
  return groupBy(rows.map(toFile), ({ generationId }) => generationId ?? '');
}
