import { AppError } from '#app/contracts/errors.ts';
import { confirmEmailChange, signupCredit, verifyEmail } from '#app/core/accounts/credentials/email-address.ts';
import { issueEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { mailLink, type Recipient } from '#app/features/auth/mail/mail-link.server.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/** Mails a link that proves the address. The mail is on its way, not delivered, when this resolves. */
export async function sendVerification(recipient: Recipient & { id: string }): Promise<void> {
  const token = await issueEmailToken(AUTOCOMMIT, { userId: recipient.id, purpose: 'verify' });
  const query = new URLSearchParams({ token, userId: recipient.id });
  mailLink('verify', recipient, `${appUrl()}/verify-email?${query}`);
}

interface MailedLink {
  userId: string;
  token: string;
  /** What the link proves: the address of an account, or the one that it is to have. */
  purpose: 'verify' | 'change';
}

/** Uses a verification link up; false when it is no longer good, or somebody else has the new address by now. */
export async function confirmEmail({ userId, token, purpose }: MailedLink): Promise<boolean> {
  const proof = { userId, token, adminEmail: config().ADMIN_EMAIL, creditMicro: signupCredit() };
  const confirm = purpose === 'change' ? confirmEmailChange : verifyEmail;
  try {
    return await transaction((tx) => confirm(tx, proof));
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}
