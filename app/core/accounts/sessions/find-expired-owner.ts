import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { isId } from '#app/core/platform/ids.ts';

/**
 * Whose session this was, when it has run out by itself.
 * @returns the user's id; null when the session lives, was ended by somebody, or never was
 */
export async function findExpiredOwner(tx: Tx, sessionId: string, now = new Date()): Promise<string | null> {
  if (!isId(sessionId)) return null;
  const row = await selectRow<{ user_id: string }>(
    tx,
    'SELECT user_id FROM sessions WHERE id = ? AND ended_at IS NULL AND expires_at <= ?',
    [sessionId, now],
  );
  return row?.user_id ?? null;
}
