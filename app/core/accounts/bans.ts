import { findAccountById } from '#app/core/ledger/accounts.ts';
import { change, selectRows } from '#db/sql.ts';
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

/** Whether the owner of an account is banned at this moment. */
export async function isAccountBanned(tx: Tx, accountId: string): Promise<boolean> {
  const account = await findAccountById(tx, accountId);
  return account !== undefined && (await bannedUsers(tx, [account.userId])).size > 0;
}

/** True while a ban holds: one without an end holds until it is lifted. */
export function isBanned(
  user: { bannedAt: Date | null; bannedUntil: Date | null },
  now = new Date(),
): boolean {
  return user.bannedAt !== null && (user.bannedUntil === null || user.bannedUntil > now);
}
