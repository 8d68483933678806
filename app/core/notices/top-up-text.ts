import { formatCents } from '#app/contracts/money.ts';
import { TOP_UP_PATH, type TopUpFailure } from '#app/contracts/payments/top-up.ts';
import type { Mail } from '#app/core/platform/mail.ts';
import { fillIn, noticeTexts } from './notice-texts.ts';

interface Reader {
  name: string;
  locale: string | null;
}

interface Site {
  appTitle: string;
  /** Without a slash at its end. */
  url: string;
}

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
  { appTitle, url }: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, paused, off, add } = noticeTexts(locale).topUp;
  const values = { product: appTitle, name, amount: formatCents(amountMicro) };
  const lines = [greeting, '', lead[problem], '', isPaused ? paused : off, `${url}${TOP_UP_PATH}`];
  return {
    subject: fillIn(subject, values),
    text: [...lines.map((line) => fillIn(line, values)), '', add, `${url}/balance`, '', appTitle, ''].join(
      '\n',
    ),
  };
}
