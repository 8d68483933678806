import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';
import { voidEmailTokens } from './credentials/email-tokens.ts';
import { recordAudit } from './audit.ts';
import { assertNotLastAdmin } from './role.ts';
import { endAllSessions } from './sessions/sessions.ts';

/**
 * Permanently removes personal data from a user's row, and ends their sessions and mailed links: from the
 * commit on, the address and the username are free. The row stays for the entries of the ledger.
 * @returns false if it was done before; nothing is changed then
 * @throws AppError conflict naming `role` for the last administrator
 */
export async function deleteUser(tx: Transaction, userId: string, now = new Date()): Promise<boolean> {
  await voidEmailTokens(tx, { userId }, now);
  await assertNotLastAdmin(tx, userId, now);
  if (!(await erasePersonalData(tx, { userId, onlyIf: 'deleted_at IS NULL' }, now))) return false;
  await endAllSessions(tx, { userId });
  await recordAudit(tx, { actor: `user:${userId}`, action: 'delete-account', subjectId: userId });
  return true;
}

/** When a user was deleted; null if they were not, or never existed. */
export async function findDeletion(tx: Tx, userId: string): Promise<Date | null> {
  const row = await selectRow<{ deleted_at: Date | null }>(tx, 'SELECT deleted_at FROM users WHERE id = ?', [
    userId,
  ]);
  return row?.deleted_at ?? null;
}

/** Removes personal data that requests wrote while the user was being deleted. */
export async function erasePersonalDataAgain(tx: Tx, userId: string): Promise<void> {
  await erasePersonalData(tx, { userId, onlyIf: 'deleted_at IS NOT NULL' });
}

async function erasePersonalData(
  tx: Tx,
  { userId, onlyIf }: { userId: string; onlyIf: 'deleted_at IS NULL' | 'deleted_at IS NOT NULL' },
  now = new Date(),
): Promise<boolean> {
  const changed = await change(
    tx,
    `UPDATE users FORCE INDEX (PRIMARY) SET deleted_at = COALESCE(deleted_at, ?), email = ?, email_verified_at = NULL,
       name = '', username = NULL, avatar = NULL, password_hash = NULL, role = 'USER', locale = NULL,
       default_model = NULL, keeps_calls = 0, refuses_store = 0, ban_reason = NULL, updated_at = ?
     WHERE id = ? AND ${onlyIf}`,
    // This is not an address, so no user can register with it.
    [now, `deleted:${userId}`, now, userId],
  );
  return changed === 1;
}

/**
 * Deletes sessions and mailed links of a user.
 * @param max max rows of each at a time, so that no statement holds locks for long
 * @returns how many rows were deleted
 */
export async function deleteSessions(userId: string, max: number): Promise<number> {
  const sessions = await change(AUTOCOMMIT, 'DELETE FROM sessions WHERE user_id = ? LIMIT ?', [userId, max]);
  const links = await change(AUTOCOMMIT, 'DELETE FROM email_tokens WHERE user_id = ? LIMIT ?', [userId, max]);
  return sessions + links;
}
