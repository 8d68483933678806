import { openAccount } from '#app/core/ledger/open-account.ts';
import { change } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { useEmailToken } from './email-tokens.ts';
import { findUserById } from '#app/core/accounts/find-user.ts';
import { setRole } from '#app/core/accounts/set-role.ts';

/**
 * Uses a verification link up and marks the address as verified. The address that the operator named as
 * administrator's becomes one now, and the account gets its sign-up credit unless it had it before.
 * @param creditMicro micro-dollars
 * @returns false when the link is no longer good
 */
export async function verifyEmail(
  tx: Transaction,
  {
    userId,
    token,
    adminEmail,
    creditMicro,
  }: { userId: string; token: string; adminEmail: string | undefined; creditMicro: bigint },
  now = new Date(),
): Promise<boolean> {
  if (!(await useEmailToken(tx, { userId, token, purpose: 'verify' }, now))) return false;
  await change(tx, 'UPDATE users SET email_verified_at = ?, updated_at = ? WHERE id = ?', [now, now, userId]);
  const user = await findUserById(tx, userId);
  if (user) await grantForProof(tx, { userId, email: user.email, adminEmail, creditMicro });
  return true;
}

/**
 * What comes with an address that was proved: the sign-up credit, unless the account had it before, and for the
 * address that the operator named the administrator's role.
 */
export async function grantForProof(
  tx: Transaction,
  {
    userId,
    email,
    adminEmail,
    creditMicro,
  }: { userId: string; email: string; adminEmail: string | undefined; creditMicro: bigint },
): Promise<void> {
  await openAccount(tx, { userId, creditMicro });
  if (isAdminEmail(email, adminEmail)) await setRole(tx, { userId, role: 'ADMIN' });
}

/** True for the address in ADMIN_EMAIL. */
export function isAdminEmail(email: string, adminEmail: string | undefined): boolean {
  return adminEmail !== undefined && email === adminEmail.trim().toLowerCase();
}
