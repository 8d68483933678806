import { issueEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { signupCredit } from '#app/core/accounts/signup-credit.ts';
import { verifyEmail } from '#app/core/accounts/credentials/verify-email.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { mailLink, type Recipient } from '#app/features/auth/mail/mail-link.server.ts';

/** Mails a link that proves the address. The mail is on its way, not delivered, when this resolves. */
export async function sendVerification(recipient: Recipient & { id: string }): Promise<void> {
  const token = await issueEmailToken(AUTOCOMMIT, { userId: recipient.id, purpose: 'verify' });
  const query = new URLSearchParams({ token, userId: recipient.id });
  mailLink('verify', recipient, `${appUrl()}/verify-email?${query}`);
}

/** Uses a verification link up; false when it is no longer good. */
export function confirmEmail({ userId, token }: { userId: string; token: string }): Promise<boolean> {
  const adminEmail = config().ADMIN_EMAIL;
  return transaction((tx) => verifyEmail(tx, { userId, token, adminEmail, creditMicro: signupCredit() }));
}
