import { fillIn } from '#app/contracts/text/fill-in.ts';
import type { Mail } from '#app/core/platform/mail.ts';
import arabic from './texts/ar-EG.json';
import english from './texts/en-US.json';
import japanese from './texts/ja-JP.json';

/** The recipient of a notice. */
export interface Reader {
  name: string;
  locale: string | null;
}

/** The site that sends it. */
export interface Site {
  appTitle: string;
  /** Without a trailing slash. */
  url: string;
}

type NoticeTexts = typeof english;

const TEXTS: Record<string, NoticeTexts> = { 'en-US': english, 'ar-EG': arabic, 'ja-JP': japanese };

/**
 * A mail in plain text, signed with the product's name. @param values replacements for the placeholders of
 * subject and lines
 */
export function noticeMail(
  { subject, lines, values }: { subject: string; lines: readonly string[]; values: Record<string, string> },
  { appTitle }: Site,
): Omit<Mail, 'to'> {
  const all = { ...values, product: appTitle };
  const text = [...lines.map((line) => fillIn(line, all)), '', appTitle, ''].join('\n');
  return { subject: fillIn(subject, all), text };
}

/** The texts of unsolicited mails in a language, or in English. */
export function noticeTexts(locale: string | null): NoticeTexts {
  return TEXTS[locale ?? ''] ?? english;
}

/**
 * The date format of mails: in UTC, because the reader's time zone is unknown, and with Latin digits, like
 * the amounts.
 * @param language of the reader; English if null
 */
export function utcDates(language: string | null): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${language ?? 'en-US'}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' });
}

/** The same with the time of day. */
export function utcTimes(language: string | null): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${language ?? 'en-US'}-u-nu-latn`, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
}
