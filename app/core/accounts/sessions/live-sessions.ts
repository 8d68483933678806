import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Which of these sessions still open doors: not ended, not expired, their user neither banned nor deleted. */
export async function liveSessions(tx: Tx, ids: string[], now = new Date()): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id IN (?) AND s.ended_at IS NULL AND s.expires_at > ?
       AND u.deleted_at IS NULL AND (u.banned_at IS NULL OR u.banned_until <= ?)`,
    [ids, now, now],
  );
  return new Set(rows.map((row) => row.id));
}
