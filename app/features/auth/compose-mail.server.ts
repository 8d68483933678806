import { directionOf } from '#app/ui/i18n/languages.ts';
import type { AuthTexts } from './texts.server.ts';

interface LinkMail {
  t: AuthTexts;
  kind: 'reset' | 'verify';
  language: string;
  name: string;
  link: string;
  appTitle: string;
}

/** Subject, plain text and simple HTML of a mail with one link. */
export function composeLinkMail({ t, kind, language, name, link, appTitle }: LinkMail) {
  const greeting = t('mail.greeting', { name });
  const subject = t(`mail.${kind}.subject`, { appTitle });
  const lead = t(`mail.${kind}.lead`, { appTitle });
  const button = t(`mail.${kind}.button`);
  const end = t(`mail.${kind}.end`);
  const text = [greeting, '', lead, '', link, '', end, '', appTitle, ''].join('\n');
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#1f1c18;background:#fdfcfa">
${paragraph(escape(greeting))}
${paragraph(escape(lead))}
${paragraph(`<a href="${escape(link)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#0b5569;color:#fdfcfa;text-decoration:none">${escape(button)}</a>`)}
${paragraph(`<a href="${escape(link)}" dir="ltr" style="color:#0b5569;word-break:break-all">${escape(link)}</a>`)}
${paragraph(escape(end))}
<p style="margin:24px 0 0;color:#6b655c">${escape(appTitle)}</p>
</body>
</html>
`;
  return { subject, text, html };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
