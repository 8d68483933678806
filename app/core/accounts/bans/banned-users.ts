import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Which of these users are banned at this moment. */
export async function bannedUsers(tx: Tx, ids: string[], now = new Date()): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT id FROM users WHERE id IN (?) AND banned_at IS NOT NULL AND (banned_until IS NULL OR banned_until > ?)`,
    [ids, now],
  );
  return new Set(rows.map(({ id }) => id));
}
