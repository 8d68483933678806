import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { sendMail } from '#app/core/platform/mail.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { composeLinkMail, type MailKind } from './compose-mail.server.ts';

export interface Recipient {
  email: string;
  name: string;
  /** Language of the mail; null for one who never chose. */
  locale: string | null;
}

/**
 * Sends a mail with one link, in the reader's language. Nobody waits for the mail server: a request would
 * take longer for an address that exists, and a slow server would hold up a registration. A mail that fails
 * is logged, and can be asked for again.
 * @param newEmail the address that a mail about a change of address names
 */
export function mailLink(
  kind: MailKind,
  { email, name, locale }: Recipient,
  link: string,
  newEmail?: string,
): void {
  const language = locale ?? 'en-US';
  const mail = composeLinkMail({
    t: translate(language, 'auth'),
    kind,
    language,
    name,
    link,
    newEmail,
    appTitle: config().APP_TITLE,
  });
  sendMail({ to: email, ...mail }).catch((error: unknown) => {
    logger().error({ kind, error: error instanceof Error ? error.message : 'unknown' }, 'mail not sent');
  });
}
