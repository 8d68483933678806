import { AppError } from '#app/contracts/errors.ts';
import { PROVIDER_ENVS } from '#app/contracts/providers.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { setRole } from '#app/core/accounts/role.ts';
import { findUserById, normaliseEmail } from '#app/core/accounts/user.ts';
import { openAccount } from '#app/core/ledger/account-lifecycle.ts';
import { isLoopback } from '#app/core/platform/addresses/app-url.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { config } from '#app/core/platform/config.ts';
import { duplicateKey } from '#db/errors.ts';
import { change, selectRow } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { addressOfToken, issueEmailToken, useEmailToken, voidEmailTokens } from './email-tokens.ts';

interface NewEmail {
  userId: string;
  email: string;
}

/** Ten dollars, which are worthless outside of the sandbox. */
const SANDBOX_CREDIT = 10_000_000;

/** True if another account has an address that is equal for the unique index. */
export async function isEmailTaken(tx: Tx, { userId, email }: NewEmail): Promise<boolean> {
  const row = await selectRow(tx, 'SELECT 1 AS taken FROM users WHERE email = ? AND id <> ?', [
    normaliseEmail(email),
    userId,
  ]);
  return row !== undefined;
}

/**
 * Stores the address that an account gets once it is verified; a pending one is discarded.
 * @returns the secret of the link that verifies it
 */
export async function beginEmailChange(tx: Transaction, { userId, email }: NewEmail): Promise<string> {
  await voidEmailTokens(tx, { userId, purpose: 'change' });
  return issueEmailToken(tx, { userId, purpose: 'change', email: normaliseEmail(email) });
}

/**
 * Sets the address of an account without verification.
 * @throws AppError conflict naming `email`
 */
export async function changeEmail(tx: Transaction, { userId, email }: NewEmail): Promise<void> {
  await storeEmail(tx, { userId, email, verifiedAt: null });
}

/**
 * Uses up the link that verifies a new address: it becomes the account's address, with everything that
 * verification grants.
 * @param creditMicro micro-dollars
 * @returns false when the link is no longer valid
 * @throws AppError conflict naming `email` if another user has it by now
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
  await grantForVerification(tx, { userId, email, adminEmail, creditMicro });
  return true;
}

async function storeEmail(
  tx: Transaction,
  { userId, email, verifiedAt }: NewEmail & { verifiedAt: Date | null },
): Promise<void> {
  // Links mailed to the previous address do not verify the new one and are voided. Links are locked before
  // the user's row, as everywhere, so that two concurrent changes do not deadlock.
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

/**
 * Uses up a verification link and marks the address as verified. The address in ADMIN_EMAIL becomes
 * administrator now, and the account gets its sign-up credit unless it had it before.
 * @param creditMicro micro-dollars
 * @returns false when the link is no longer valid
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
  if (user) await grantForVerification(tx, { userId, email: user.email, adminEmail, creditMicro });
  return true;
}

/**
 * Grants the benefits of a verified address: the sign-up credit, unless the account had it before, and the
 * administrator's role for the address in ADMIN_EMAIL.
 */
async function grantForVerification(
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

/** Sign-up credit of a new account, in micro-dollars. */
export function signupCredit(settings: Config = config()): bigint {
  const { SIGNUP_CREDIT } = settings;
  if (SIGNUP_CREDIT !== 'sandbox') return BigInt(SIGNUP_CREDIT);
  return BigInt(hasOnlySandbox(settings) ? SANDBOX_CREDIT : 0);
}

/**
 * True if no provider is configured whose calls cost the operator money: the sandbox replaces OpenAI, on
 * loopback.
 */
function hasOnlySandbox(settings: Config): boolean {
  const { SANDBOX, OPENAI_BASE_URL } = settings;
  const others = PROVIDER_ENVS.some((env) => env !== 'OPENAI' && settings[`${env}_API_KEY`]);
  return SANDBOX && OPENAI_BASE_URL !== undefined && isLoopback(OPENAI_BASE_URL) && !others;
}
