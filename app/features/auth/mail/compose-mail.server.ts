import { directionOf } from '#app/ui/i18n/languages.ts';
import type { AuthTexts } from '#app/features/auth/texts.server.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';

/** `change` goes to the address that an account is to have, `changing` to the one that it has. */
export type MailKind = 'reset' | 'verify' | 'change' | 'changing';

interface LinkMail {
  t: AuthTexts;
  kind: MailKind;
  language: string;
  name: string;
  link: string;
  /** The address that an account is to have. */
  newEmail?: string | undefined;
  appTitle: string;
}

/** Subject, plain text and simple HTML of a mail with one link. */
export function composeLinkMail({ t, kind, language, name, link, newEmail = '', appTitle }: LinkMail) {
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
