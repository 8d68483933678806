import { findUserById } from '#app/core/accounts/find-user.ts';
import { claimMail, findDueAlert, releaseMail } from '#app/core/ledger/alerts/balance-alert.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { canSendMail, sendMail, wasRefused } from '#app/core/platform/mail.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { lowBalanceText } from './low-balance-text.ts';

/**
 * Tells the owner of an account that its balance has fallen below what they have set: at most once for each fall. That it
 * is sent is noted before, so that neither a worker that dies meanwhile nor a repeat sends it twice; the note is taken
 * back where the mail was surely not taken. Nothing is sent to an address that is not verified.
 * @throws what the mail server said, to be tried again
 */
export async function mailLowBalance({ accountId }: { accountId: string }): Promise<void> {
  const due = await findDueAlert(AUTOCOMMIT, accountId);
  if (!due || !canSendMail()) return;
  const user = await findUserById(AUTOCOMMIT, due.userId);
  if (!user?.emailVerifiedAt || user.deletedAt) return;
  if (!(await claimMail(AUTOCOMMIT, accountId))) return;
  const { APP_TITLE: appTitle } = config();
  try {
    await sendMail({ to: user.email, ...lowBalanceText(user, due, { appTitle, url: appUrl() }) });
  } catch (error) {
    if (wasRefused(error)) {
      await releaseMail(AUTOCOMMIT, accountId);
      throw error;
    }
    logger().error(
      { accountId, error: error instanceof Error ? error.message : 'unknown' },
      'a mail may not have been sent',
    );
  }
}
