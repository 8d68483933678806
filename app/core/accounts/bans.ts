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
 * Bans a user: from now on sign-ins, pages, calls and open streams answer `ban`; sessions continue after the
 * ban.
 * @returns false if the same ban was already in force
 */
export async function banUser(tx: Tx, { userId, until, reason }: Ban, now = new Date()): Promise<boolean> {
  const storedReason = reason?.slice(0, 255) ?? null;
  const changed = await change(
    tx,
    `UPDATE users FORCE INDEX (PRIMARY) SET banned_at = ?, banned_until = ?, ban_reason = ?, updated_at = ?
     WHERE id = ? AND NOT (banned_at IS NOT NULL AND banned_until <=> ? AND ban_reason <=> ?)`,
    [now, until, storedReason, now, userId, until, storedReason],
  );
  return changed === 1;
}

/** Lifts a ban. @returns false if there was none */
export async function unbanUser(tx: Tx, userId: string, now = new Date()): Promise<boolean> {
  const changed = await change(
    tx,
    `UPDATE users FORCE INDEX (PRIMARY) SET banned_at = NULL, banned_until = NULL, ban_reason = NULL, updated_at = ?
     WHERE id = ? AND banned_at IS NOT NULL`,
    [now, userId],
  );
  return changed === 1;
}

/** Returns those of these users that are banned at this moment. */
export async function bannedUsers(tx: Tx, ids: string[], now = new Date()): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectRows<{ id: string }>(
    tx,
    `SELECT id FROM users WHERE id IN (?) AND banned_at IS NOT NULL AND (banned_until IS NULL OR banned_until > ?)`,
    [ids, now],
  );
  return new Set(rows.map(({ id }) => id));
}

/** True if the owner of an account is banned at this moment. */
export async function isAccountBanned(tx: Tx, accountId: string): Promise<boolean> {
  const account = await findAccountById(tx, accountId);
  return account !== undefined && (await bannedUsers(tx, [account.userId])).size > 0;
}

/** True while a ban is in force; one without an end is in force until it is lifted. */
export function isBanned(
  user: { bannedAt: Date | null; bannedUntil: Date | null },
  now = new Date(),
): boolean {
  return user.bannedAt !== null && (user.bannedUntil === null || user.bannedUntil > now);
}
