import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { sendMail } from '#app/core/platform/mail.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';
import { directionOf } from '#app/ui/i18n/languages.ts';
import { translate } from '#app/ui/i18n/texts.server.ts';
import type { AuthTexts } from './texts.server.ts';

export interface Recipient {
  email: string;
  name: string;
  /** Language of the mail; null for a user who never chose one. */
  locale: string | null;
}

/** `change` goes to the new address of an account, `changing` to its current one. */
type MailKind = 'reset' | 'verify' | 'change' | 'changing';

interface LinkMail {
  t: AuthTexts;
  kind: MailKind;
  language: string;
  name: string;
  link: string;
  /** New address of the account. */
  newEmail?: string | undefined;
  appTitle: string;
}

/**
 * Sends a mail with one link, in the reader's language. Callers do not wait for the mail server: a request
 * would take longer for an address that exists, and a slow server would delay a registration. A failed mail
 * is logged and can be requested again.
 * @param newEmail the new address that a mail about a change of address names
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

/** Composes the subject, plain text and simple HTML of a mail with one link. */
function composeLinkMail({ t, kind, language, name, link, newEmail = '', appTitle }: LinkMail) {
  const greeting = t('mail.greeting', { name });
  const subject = t(`mail.${kind}.subject`, { appTitle });
  const lead = t(`mail.${kind}.lead`, { appTitle, email: newEmail });
  const button = t(`mail.${kind}.button`);
  const end = t(`mail.${kind}.end`);
  const text = [greeting, '', lead, '', link, '', end, '', appTitle, ''].join('\n');
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#1f1c18;background:#fdfcfa">
${paragraph(escapeHtml(greeting))}
${paragraph(escapeHtml(lead))}
${paragraph(`<a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#0b5569;color:#fdfcfa;text-decoration:none">${escapeHtml(button)}</a>`)}
${paragraph(`<a href="${escapeHtml(link)}" dir="ltr" style="color:#0b5569;word-break:break-all">${escapeHtml(link)}</a>`)}
${paragraph(escapeHtml(end))}
<p style="margin:24px 0 0;color:#6b655c">${escapeHtml(appTitle)}</p>
</body>
</html>
`;
  return { subject, text, html };
}
