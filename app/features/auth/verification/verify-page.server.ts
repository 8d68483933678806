import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import {
  confirmEmailChange,
  signupCredit,
  verifyEmail,
} from '#app/core/accounts/credentials/email-address.ts';
import { issueEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { mailLink, type Recipient } from '#app/features/auth/mail-link.server.ts';
import { parseForm } from '#app/http/body/parse-form.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

const PURPOSE = z.enum(['verify', 'change']).catch('verify');

const LINK = z.object({ token: z.string(), userId: z.string(), purpose: PURPOSE });

interface MailedLink {
  userId: string;
  token: string;
  /** The link verifies the address of an account, or its new address. */
  purpose: 'verify' | 'change';
}

/** Reads the parts of the link. Opening the page does not use the link up: mail scanners open every link. */
export const loadVerify = pageLoader({ auth: 'none' }, ({ url }) => {
  const query = url.searchParams;
  return {
    token: query.get('token') ?? '',
    userId: query.get('userId') ?? '',
    purpose: PURPOSE.parse(query.get('purpose')),
  };
});

/** Confirms the address, or reports that the link is invalid. */
export const actOnVerify = pageAction({
  auth: 'none',
  acts: async ({ form }) => {
    const link = parseForm(form, LINK);
    return { confirmed: link.status === 'success' && (await confirmEmail(link.value)) };
  },
});

/** Mails a link that verifies the address. When this resolves, the mail is on its way, not delivered. */
export async function sendVerification(recipient: Recipient & { id: string }): Promise<void> {
  const token = await issueEmailToken(AUTOCOMMIT, { userId: recipient.id, purpose: 'verify' });
  const query = new URLSearchParams({ token, userId: recipient.id });
  mailLink('verify', recipient, `${appUrl()}/verify-email?${query}`);
}

/**
 * Uses a verification link up; returns false when it is invalid, or another user has the new address by now.
 */
async function confirmEmail({ userId, token, purpose }: MailedLink): Promise<boolean> {
  const proof = { userId, token, adminEmail: config().ADMIN_EMAIL, creditMicro: signupCredit() };
  const confirm = purpose === 'change' ? confirmEmailChange : verifyEmail;
  try {
    return await transaction((tx) => confirm(tx, proof));
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}
