import { assertNotLastAdmin } from '#app/core/accounts/assert-not-last-admin.ts';
import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { setRole } from '#app/core/accounts/set-role.ts';
import type { Transaction } from '#db/transaction.ts';
import { assertNotSelf, type UserAct } from './act.ts';

/**
 * Makes a user an administrator, or an administrator a user.
 * @returns false where they have that role already
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
