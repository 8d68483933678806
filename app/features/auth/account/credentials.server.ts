import { AppError } from '#app/contracts/errors.ts';
import { beginEmailChange, changeEmail, isEmailTaken } from '#app/core/accounts/credentials/email-address.ts';
import { findPendingEmail, voidEmailTokens } from '#app/core/accounts/credentials/email-tokens.ts';
import { hashPassword, setPassword, verifyPassword } from '#app/core/accounts/credentials/password.ts';
import type { Caller, SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { findUserById, normaliseEmail } from '#app/core/accounts/user.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { takeLoginTry, takeMailRequest } from '#app/features/auth/limits.server.ts';
import { mailLink } from '#app/features/auth/mail-link.server.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { SIGN_IN_PATH } from './account-page.ts';

interface EmailChange {
  user: SessionUser;
  email: string;
  currentPassword: string;
  /** The caller's network address. */
  address: string;
}

interface Claim {
  user: SessionUser;
  currentPassword: string;
  /** The caller's network address. */
  address: string;
}

interface Change {
  caller: Caller;
  currentPassword: string;
  password: string;
  address: string;
}

/**
 * Changes the caller's address. If mail can be sent, the new address waits until the mailed link is followed,
 * and the current address is notified; otherwise it changes at once, unconfirmed. Each try counts like a
 * request for a mail, so that the form cannot be used to find out which addresses have an account.
 * @throws AppError invalid_credentials naming `current_password`; conflict naming `email`; too_many_tries;
 * unavailable
 */
export async function requestEmailChange({
  user,
  currentPassword,
  address,
  ...change
}: EmailChange): Promise<'changed' | 'pending'> {
  const email = normaliseEmail(change.email);
  await verifyCurrentPassword({ user, currentPassword, address });
  await takeMailRequest({ email, address });
  if (await isEmailTaken(AUTOCOMMIT, { userId: user.id, email }))
    throw new AppError('conflict', { param: 'email' });
  if (!canSendMail()) {
    await transaction((tx) => changeEmail(tx, { userId: user.id, email }));
    return 'changed';
  }
  await mailChange(user, email);
  mailLink('changing', user, `${appUrl()}${SIGN_IN_PATH}`, email);
  return 'pending';
}

/**
 * Mails another link to the pending address.
 * @returns false when no address is pending or no mail can be sent
 */
export async function mailChangeAgain(user: SessionUser, address: string): Promise<boolean> {
  const email = await findPendingEmail(AUTOCOMMIT, user.id);
  if (email === null || !canSendMail()) return false;
  await takeMailRequest({ email, address });
  await mailChange(user, email);
  return true;
}

/** Keeps the current address; links that were mailed become invalid. */
export function cancelEmailChange(userId: string): Promise<void> {
  return voidEmailTokens(AUTOCOMMIT, { userId, purpose: 'change' });
}

async function mailChange({ id: userId, name, locale }: SessionUser, email: string): Promise<void> {
  const token = await transaction((tx) => beginEmailChange(tx, { userId, email }));
  const query = new URLSearchParams({ token, userId, purpose: 'change' });
  mailLink('change', { email, name, locale }, `${appUrl()}/verify-email?${query}`, email);
}

/**
 * Verifies that the caller is the owner of the account. Wrong passwords count like failed sign-ins, so that a
 * person at an open browser cannot guess either.
 * @throws AppError invalid_credentials naming `current_password`; too_many_tries; unavailable
 */
export async function verifyCurrentPassword({ user, currentPassword, address }: Claim): Promise<void> {
  const giveBack = await takeLoginTry({ email: user.email, address });
  const row = await findUserById(AUTOCOMMIT, user.id);
  if (!(await verifyPassword(row?.passwordHash ?? null, currentPassword)))
    throw new AppError('invalid_credentials', { param: 'current_password' });
  await giveBack();
}

/**
 * Changes the caller's password and ends all their other sessions.
 * @throws AppError invalid_credentials naming `current_password`; too_many_tries; unavailable
 */
export async function changePassword({ caller, currentPassword, password, address }: Change): Promise<void> {
  const { user, session } = caller;
  await verifyCurrentPassword({ user, currentPassword, address });
  const passwordHash = await hashPassword(password);
  await transaction((tx) => setPassword(tx, { userId: user.id, passwordHash, keepSession: session.id }));
}
