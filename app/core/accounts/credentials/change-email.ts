import { AppError } from '#app/contracts/errors.ts';
import { normaliseEmail } from '#app/core/accounts/normalise-email.ts';
import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { duplicateKey } from '#db/errors.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { addressOfToken, issueEmailToken, useEmailToken, voidEmailTokens } from './email-tokens.ts';
import { grantForProof } from './verify-email.ts';

interface NewEmail {
  userId: string;
  email: string;
}

/** True where another account has an address that the unique index takes for the same. */
export async function isEmailTaken(tx: Tx, { userId, email }: NewEmail): Promise<boolean> {
  const row = await selectRow(tx, 'SELECT 1 AS taken FROM users WHERE email = ? AND id <> ?', [
    normaliseEmail(email),
    userId,
  ]);
  return row !== undefined;
}

/**
 * Notes the address that an account is to have once it is proved; one that was noted before is forgotten.
 * @returns the secret of the link that proves it
 */
export async function beginEmailChange(tx: Transaction, { userId, email }: NewEmail): Promise<string> {
  await voidEmailTokens(tx, { userId, purpose: 'change' });
  return issueEmailToken(tx, { userId, purpose: 'change', email: normaliseEmail(email) });
}

/**
 * Gives an account another address, which nobody has proved.
 * @throws AppError conflict naming `email`
 */
export async function changeEmail(tx: Transaction, { userId, email }: NewEmail): Promise<void> {
  await storeEmail(tx, { userId, email, verifiedAt: null });
}

/**
 * Uses the link up that proves a new address: it is the account's from now on, and what comes with a proved address
 * comes with it.
 * @param creditMicro micro-dollars
 * @returns false when the link is no longer good
 * @throws AppError conflict naming `email` where somebody else has it by now
 */
export async function confirmEmailChange(
  tx: Transaction,
  {
    userId,
    token,
    adminEmail,
    creditMicro,
  }: { userId: string; token: string; adminEmail: string | undefined; creditMicro: bigint },
  now = new Date(),
): Promise<boolean> {
  const email = await addressOfToken(tx, { userId, token }, now);
  if (email === null || !(await useEmailToken(tx, { userId, token, purpose: 'change' }, now))) return false;
  await storeEmail(tx, { userId, email, verifiedAt: now });
  await grantForProof(tx, { userId, email, adminEmail, creditMicro });
  return true;
}

async function storeEmail(
  tx: Transaction,
  { userId, email, verifiedAt }: NewEmail & { verifiedAt: Date | null },
): Promise<void> {
  // Links that were mailed to the address before prove nothing of this one, and open nothing any more. Links before
  // the user's row, as everywhere, so that two changes at once do not wait for each other.
  await voidEmailTokens(tx, { userId });
  try {
    await change(tx, 'UPDATE users SET email = ?, email_verified_at = ?, updated_at = ? WHERE id = ?', [
      normaliseEmail(email),
      verifiedAt,
      new Date(),
      userId,
    ]);
  } catch (error) {
    if (duplicateKey(error) === null) throw error;
    throw new AppError('conflict', { param: 'email', cause: error });
  }
  await recordAudit(tx, { actor: `user:${userId}`, action: 'change-email', subjectId: userId });
}
