import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { endAllSessions } from '#app/core/accounts/sessions/end-sessions.ts';

interface NewPassword {
  userId: string;
  passwordHash: string;
  /** The session that goes on, when its owner changes the password; none after a reset. */
  keepSession?: string;
}

/** Stores a new password and ends the sessions that were begun with the old one. */
export async function setPassword(
  tx: Tx,
  { userId, passwordHash, keepSession }: NewPassword,
  now = new Date(),
): Promise<void> {
  await change(tx, 'UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ?', [
    passwordHash,
    now,
    userId,
  ]);
  await endAllSessions(tx, keepSession === undefined ? { userId } : { userId, keep: keepSession });
}
