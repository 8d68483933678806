import { findUserById } from '#app/core/accounts/find-user.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { findAccountById } from '#app/core/ledger/accounts.ts';
import { claimNotices, endClaim, type LotNotice } from '#app/core/ledger/lots/notices.ts';
import { readExpiring } from '#app/core/ledger/lots/read-expiring.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { canSendMail, sendMail } from '#app/core/platform/mail.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { expiryText } from './expiry-text.ts';

/** When to look whether who was about to send a mail has done so. */
const AGAIN_S = 30;

/**
 * Tells a user by one mail which lots of credit are about to expire: each with what is left of it now, none of which
 * nothing is left. Nothing is sent to an address that is not verified. Only a worker that dies between the mail and the
 * note that it was sent has it sent twice.
 * @throws what the mail server said, to be tried again
 */
export async function sendExpiryNotice(
  { accountId, notices }: { accountId: string; notices: LotNotice[] },
  now = new Date(),
): Promise<Again | undefined> {
  const account = await findAccountById(AUTOCOMMIT, accountId);
  const user = account && (await findUserById(AUTOCOMMIT, account.userId));
  if (!user?.emailVerifiedAt || user.deletedAt || !canSendMail()) return undefined;
  const { lots } = await readExpiring(AUTOCOMMIT, user.id, now);
  const named = new Set(notices.map(({ entryId }) => entryId));
  const expiring = lots.filter(({ entryId }) => named.has(entryId.toString()));
  if (expiring.length === 0) return undefined;
  const claim = await claimNotices(AUTOCOMMIT, accountId, notices);
  if (claim !== 'claimed') return claim === 'taken' ? { againInSeconds: AGAIN_S } : undefined;
  let isSent = false;
  try {
    const site = { appTitle: config().APP_TITLE, url: appUrl() };
    await sendMail({ to: user.email, ...expiryText(user, expiring, site) });
    isSent = true;
  } finally {
    await endClaim(AUTOCOMMIT, accountId, { notices, isSent });
  }
  return undefined;
}
