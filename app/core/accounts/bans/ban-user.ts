import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Ban {
  userId: string;
  /** null: until it is lifted. */
  until: Date | null;
  reason: string | null;
}

/**
 * Bans a user: sign-ins, pages, calls and open streams answer `ban` from now on; sessions outlive it.
 * @returns false where the very same ban was in force already
 */
export async function banUser(tx: Tx, { userId, until, reason }: Ban, now = new Date()): Promise<boolean> {
  const kept = reason?.slice(0, 255) ?? null;
  const changed = await change(
    tx,
    `UPDATE users FORCE INDEX (PRIMARY) SET banned_at = ?, banned_until = ?, ban_reason = ?, updated_at = ?
     WHERE id = ? AND NOT (banned_at IS NOT NULL AND banned_until <=> ? AND ban_reason <=> ?)`,
    [now, until, kept, now, userId, until, kept],
  );
  return changed === 1;
}

/** Lifts a ban. @returns false where there was none */
export async function unbanUser(tx: Tx, userId: string, now = new Date()): Promise<boolean> {
  const changed = await change(
    tx,
    `UPDATE users FORCE INDEX (PRIMARY) SET banned_at = NULL, banned_until = NULL, ban_reason = NULL, updated_at = ?
     WHERE id = ? AND banned_at IS NOT NULL`,
    [now, userId],
  );
  return changed === 1;
}
