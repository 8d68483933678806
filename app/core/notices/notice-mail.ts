import type { Mail } from '#app/core/platform/mail.ts';
import arabic from './texts/ar-EG.json';
import english from './texts/en-US.json';
import japanese from './texts/ja-JP.json';

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

type NoticeTexts = typeof english;

const TEXTS: Record<string, NoticeTexts> = { 'en-US': english, 'ar-EG': arabic, 'ja-JP': japanese };

/** A mail in plain text, signed with the product's name. @param values what stands for the marks of subject and lines */
export function noticeMail(
  { subject, lines, values }: { subject: string; lines: readonly string[]; values: Record<string, string> },
  { appTitle }: Site,
): Omit<Mail, 'to'> {
  const all = { ...values, product: appTitle };
  const text = [...lines.map((line) => fillIn(line, all)), '', appTitle, ''].join('\n');
  return { subject: fillIn(subject, all), text };
}

/** The texts of mails that nobody asked for just then, in the language of a person, or in English. */
export function noticeTexts(locale: string | null): NoticeTexts {
  return TEXTS[locale ?? ''] ?? english;
}

/** A text with the values that it names between two braces on each side. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/**
 * Dates as mails have them: of UTC, since nobody knows where they are read, and with Latin digits, as the amounts have them.
 * @param language of the reader; English if null
 */
export function utcDates(language: string | null): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${language ?? 'en-US'}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' });
}
