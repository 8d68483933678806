import { findUserById } from '#app/core/accounts/find-user.ts';
import { findAccountById } from '#app/core/ledger/accounts.ts';
import { readSettings } from '#app/core/payments/top-ups/settings.ts';
import { claimFailureMail, findTopUp, releaseFailureMail } from '#app/core/payments/top-ups/top-up.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { canSendMail, sendMail, wasRefused } from '#app/core/platform/mail.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { topUpText } from './top-up-text.ts';

/**
 * Tells a person that their top-up failed, at most once: that the mail is sent is noted before, and the note is taken back
 * where it was surely not taken. Nothing is sent to an address that is not verified.
 * @throws what the mail server said, to be tried again
 */
export async function mailTopUpFailure({ topUpId }: { topUpId: string }): Promise<void> {
  const topUp = await findTopUp(AUTOCOMMIT, topUpId);
  if (topUp?.state !== 'failed' || !canSendMail()) return;
  const { accountId, amountMicro, problem } = topUp;
  const account = await findAccountById(AUTOCOMMIT, accountId);
  const user = account && (await findUserById(AUTOCOMMIT, account.userId));
  if (!user?.emailVerifiedAt || user.deletedAt || problem === null || problem === 'stopped') return;
  const isPaused = (await readSettings(AUTOCOMMIT, accountId))?.isOn === true;
  if (!(await claimFailureMail(AUTOCOMMIT, topUpId))) return;
  const site = { appTitle: config().APP_TITLE, url: appUrl() };
  try {
    await sendMail({ to: user.email, ...topUpText(user, { amountMicro, problem, isPaused }, site) });
  } catch (error) {
    if (wasRefused(error)) {
      await releaseFailureMail(AUTOCOMMIT, topUpId);
      throw error;
    }
    logger().error({ topUp: topUpId, error: (error as Error).message }, 'a mail may not have been sent');
  }
}
