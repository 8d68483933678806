import { formatCents } from '#app/contracts/money.ts';
import { TOP_UP_PATH, type TopUpFailure } from '#app/contracts/payments/top-up.ts';
import type { Mail } from '#app/core/platform/mail.ts';
import { noticeMail, type Reader, type Site } from './notice-mail.ts';
import { noticeTexts } from './notice-texts.ts';

/** What a mail about a top-up that failed says. */
export interface FailedTopUp {
  amountMicro: bigint;
  problem: Exclude<TopUpFailure, 'stopped'>;
  /** It is tried again by itself. */
  isPaused: boolean;
}

/** A mail about a top-up that failed, in plain text. */
export function topUpText(
  { name, locale }: Reader,
  { amountMicro, problem, isPaused }: FailedTopUp,
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, paused, off, add } = noticeTexts(locale).topUp;
  const values = { name, amount: formatCents(amountMicro) };
  const lines = [greeting, '', lead[problem], '', isPaused ? paused : off, `${site.url}${TOP_UP_PATH}`];
  return noticeMail({ subject, lines: [...lines, '', add, `${site.url}/balance`], values }, site);
}
