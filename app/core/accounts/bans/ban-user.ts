import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Ban {
  userId: string;
  /** null: until it is lifted. */
  until: Date | null;
  reason: string | null;
}

/** Bans a user: sign-ins, pages, calls and open streams answer `ban` from now on; sessions outlive it. */
export async function banUser(tx: Tx, { userId, until, reason }: Ban, now = new Date()): Promise<void> {
  await change(
    tx,
    'UPDATE users SET banned_at = ?, banned_until = ?, ban_reason = ?, updated_at = ? WHERE id = ?',
    [now, until, reason?.slice(0, 255) ?? null, now, userId],
  );
}

/** Lifts a ban; harmless where there is none. */
export async function unbanUser(tx: Tx, userId: string, now = new Date()): Promise<void> {
  await change(
    tx,
    'UPDATE users SET banned_at = NULL, banned_until = NULL, ban_reason = NULL, updated_at = ? WHERE id = ?',
    [now, userId],
  );
}
