import { banUser, unbanUser } from '#app/core/accounts/bans.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { assertNotLastAdmin, setRole } from '#app/core/accounts/role.ts';
import { endAllSessions } from '#app/core/accounts/sessions/sessions.ts';
import type { Transaction } from '#db/transaction.ts';
import { assertNotSelf, type UserAct } from './act.ts';

interface Ban extends UserAct {
  /** null: until it is lifted. */
  until: Date | null;
  reason: string | null;
}

/**
 * Bans a user; takes effect at once and everywhere.
 * @returns false if the same ban was already in force
 * @throws AppError forbidden for oneself, conflict naming `role` for the last administrator
 */
export async function banAccount(tx: Transaction, { userId, actor, until, reason }: Ban): Promise<boolean> {
  assertNotSelf({ actor, userId });
  await assertNotLastAdmin(tx, userId);
  if (!(await banUser(tx, { userId, until, reason }))) return false;
  const detail = { until: until?.toISOString() ?? null, reason };
  await recordAudit(tx, { actor, action: 'ban', subjectId: userId, detail });
  return true;
}

/** Lifts a ban. @returns false if there was none */
export async function unbanAccount(tx: Transaction, { userId, actor }: UserAct): Promise<boolean> {
  if (!(await unbanUser(tx, userId))) return false;
  await recordAudit(tx, { actor, action: 'unban', subjectId: userId });
  return true;
}

/**
 * Makes a user an administrator, or an administrator a user.
 * @returns false if they have that role already
 * @throws AppError forbidden for oneself, conflict naming `role` for the last administrator
 */
export async function changeRole(
  tx: Transaction,
  { userId, actor, role }: UserAct & { role: 'USER' | 'ADMIN' },
): Promise<boolean> {
  if (role === 'USER') {
    assertNotSelf({ actor, userId });
    await assertNotLastAdmin(tx, userId);
  }
  if (!(await setRole(tx, { userId, role }))) return false;
  const action = role === 'ADMIN' ? 'make-admin' : 'remove-admin';
  await recordAudit(tx, { actor, action, subjectId: userId });
  return true;
}

/** Ends all sessions of a user. @returns how many */
export async function endSessionsOf(tx: Transaction, { userId, actor }: UserAct): Promise<number> {
  const ended = await endAllSessions(tx, { userId });
  if (ended > 0)
    await recordAudit(tx, { actor, action: 'end-sessions', subjectId: userId, detail: { ended } });
  return ended;
}
