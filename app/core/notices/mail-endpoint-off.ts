import { findUserById } from '#app/core/accounts/find-user.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { canSendMail, sendMail, wasRefused } from '#app/core/platform/mail.ts';
import { claimOffMail, findUntoldOff, releaseOffMail } from '#app/core/webhooks/mail-off.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { endpointOffText } from './endpoint-off-text.ts';

/**
 * Tells the owner of a webhook that it was switched off, at most once: that the mail is sent is noted before, and the note is
 * taken back where it was surely not taken. Nothing is sent to an address that is not verified.
 * @throws what the mail server said, to be tried again
 */
export async function mailEndpointOff({ endpointId }: { endpointId: string }): Promise<void> {
  const endpoint = await findUntoldOff(endpointId);
  if (!endpoint || !canSendMail()) return;
  const user = await findUserById(AUTOCOMMIT, endpoint.userId);
  if (!user?.emailVerifiedAt || user.deletedAt || !(await claimOffMail(endpointId))) return;
  const site = { appTitle: config().APP_TITLE, url: appUrl() };
  try {
    await sendMail({ to: user.email, ...endpointOffText(user, { id: endpointId, ...endpoint }, site) });
  } catch (error) {
    if (wasRefused(error)) {
      await releaseOffMail(endpointId);
      throw error;
    }
    logger().error({ endpointId, error: (error as Error).message }, 'a mail may not have been sent');
  }
}
