import { createHash, randomBytes } from 'node:crypto';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { change, selectRow, write } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** `change` verifies the new address of an account. */
export type TokenPurpose = 'reset' | 'verify' | 'change';

/** How long a mailed link is valid. */
const LIFETIME_MS: Record<TokenPurpose, number> = {
  reset: 30 * 60_000,
  verify: 24 * 3_600_000,
  change: 24 * 3_600_000,
};

/** The content of a link. */
export interface TokenUse {
  userId: string;
  token: string;
  purpose: TokenPurpose;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Creates a secret of 256 bits for a link; only its hash is stored.
 * @param email the address that a link of the purpose `change` verifies
 * @returns the secret for the link
 */
export async function issueEmailToken(
  tx: Tx,
  { userId, purpose, email = null }: { userId: string; purpose: TokenPurpose; email?: string | null },
  now = new Date(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await write(
    tx,
    'INSERT INTO email_tokens (token_hash, user_id, purpose, email, created_at, expires_at) VALUES (?)',
    [[hashOf(token), userId, purpose, email, now, expiresAt]],
  );
  return token;
}

/** True while a link is valid; the check does not use it up. */
export async function isEmailTokenGood(
  tx: Tx,
  { token, userId, purpose }: TokenUse,
  now = new Date(),
): Promise<boolean> {
  const row = await selectRow(
    tx,
    `SELECT 1 AS good FROM email_tokens
     WHERE token_hash = ? AND user_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?`,
    [hashOf(token), userId, purpose, now],
  );
  return row !== undefined;
}

/**
 * Uses up a link, together with every other link of the same purpose.
 * @returns false when it was used before, has expired, or is not this user's: exactly one caller gets true
 */
export async function useEmailToken(
  tx: Tx,
  { token, userId, purpose }: TokenUse,
  now = new Date(),
): Promise<boolean> {
  const used = await change(
    tx,
    `UPDATE email_tokens FORCE INDEX (PRIMARY) SET used_at = ?
     WHERE token_hash = ? AND user_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?`,
    [now, hashOf(token), userId, purpose, now],
  );
  if (used !== 1) return false;
  await change(
    tx,
    'UPDATE email_tokens SET used_at = ? WHERE user_id = ? AND purpose = ? AND used_at IS NULL',
    [now, userId, purpose],
  );
  return true;
}

/** The new address that a link would verify; null if the link is no longer valid. */
export async function addressOfToken(
  tx: Tx,
  { token, userId }: Omit<TokenUse, 'purpose'>,
  now = new Date(),
): Promise<string | null> {
  const row = await selectRow<{ email: string | null }>(
    tx,
    `SELECT email FROM email_tokens
     WHERE token_hash = ? AND user_id = ? AND purpose = 'change' AND used_at IS NULL AND expires_at > ?`,
    [hashOf(token), userId, now],
  );
  return row?.email ?? null;
}

/** The new address whose link was not followed yet, or null. */
export async function findPendingEmail(tx: Tx, userId: string, now = new Date()): Promise<string | null> {
  const row = await selectRow<{ email: string }>(
    tx,
    `SELECT email FROM email_tokens
     WHERE user_id = ? AND purpose = 'change' AND used_at IS NULL AND expires_at > ?
     ORDER BY created_at DESC LIMIT 1`,
    [userId, now],
  );
  return row?.email ?? null;
}

/** Voids links of a user: all, or those of one purpose. */
export async function voidEmailTokens(
  tx: Tx,
  { userId, purpose }: { userId: string; purpose?: TokenPurpose },
  now = new Date(),
): Promise<void> {
  const [only, values] = purpose === undefined ? ['', []] : [' AND purpose = ?', [purpose]];
  await change(tx, `UPDATE email_tokens SET used_at = ? WHERE user_id = ? AND used_at IS NULL${only}`, [
    now,
    userId,
    ...values,
  ]);
}

/** Creates a link with which a user sets a new password, once, within half an hour. Always under APP_URL. */
export async function createResetLink(tx: Tx, userId: string): Promise<string> {
  const token = await issueEmailToken(tx, { userId, purpose: 'reset' });
  return `${appUrl()}/reset-password?${new URLSearchParams({ token, userId })}`;
}
