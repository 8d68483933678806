import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import type { Tx } from '#db/transaction.ts';
import { issueEmailToken } from './email-tokens.ts';

/** A link with which a user sets a new password, once, within half an hour. Always under APP_URL. */
export async function createResetLink(tx: Tx, userId: string): Promise<string> {
  const token = await issueEmailToken(tx, { userId, purpose: 'reset' });
  return `${appUrl()}/reset-password?${new URLSearchParams({ token, userId })}`;
}
