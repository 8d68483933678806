import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** The names of those of these keys that are the user's, by their ids; `isOver` for one that has no page any more. */
export async function readKeyNames(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
  now = new Date(),
): Promise<Map<string, { name: string; isOver: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; name: string; is_over: number }>(
    tx,
    `SELECT id, name, (revoked_at IS NOT NULL OR (overlap_until IS NOT NULL AND overlap_until <= ?)) AS is_over
     FROM api_keys WHERE id IN (?) AND user_id = ?`,
    [now, [...ids], userId],
  );
  return new Map(rows.map(({ id, name, is_over: isOver }) => [id, { name, isOver: isOver === 1 }]));
}
