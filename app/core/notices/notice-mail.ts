import type { Mail } from '#app/core/platform/mail.ts';
import { fillIn } from './notice-texts.ts';

/** Who gets a notice. */
export interface Reader {
  name: string;
  locale: string | null;
}

/** Who sends it. */
export interface Site {
  appTitle: string;
  /** Without a slash at its end. */
  url: string;
}

/** A mail in plain text, signed with the product's name. @param values what stands for the marks of subject and lines */
export function noticeMail(
  { subject, lines, values }: { subject: string; lines: readonly string[]; values: Record<string, string> },
  { appTitle }: Site,
): Omit<Mail, 'to'> {
  const all = { ...values, product: appTitle };
  const text = [...lines.map((line) => fillIn(line, all)), '', appTitle, ''].join('\n');
  return { subject: fillIn(subject, all), text };
}
