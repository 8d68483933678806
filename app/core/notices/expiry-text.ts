import { formatExactly } from '#app/contracts/money.ts';
import type { Lot } from '#app/core/ledger/lots/credit.ts';
import type { Mail } from '#app/core/platform/mail.ts';
import { fillIn, noticeTexts } from './notice-texts.ts';
import { utcDates } from './utc-dates.ts';

interface Reader {
  name: string;
  locale: string | null;
}

interface Site {
  appTitle: string;
  /** Without a slash at its end. */
  url: string;
}

/** A mail about credit that is about to expire, in plain text. @param lots at least one; the first expires first */
export function expiryText(
  { name, locale }: Reader,
  lots: readonly Pick<Lot, 'remainingMicro' | 'expiresAt'>[],
  { appTitle, url }: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, line, end, see } = noticeTexts(locale).expiry;
  const dates = utcDates(locale);
  const values = { product: appTitle, name, date: dates.format(lots[0]!.expiresAt) };
  const amounts = lots.map(({ remainingMicro, expiresAt }) =>
    fillIn(line, { amount: formatExactly(remainingMicro), date: dates.format(expiresAt) }),
  );
  const [hello, about, order] = [greeting, lead, end].map((text) => fillIn(text, values));
  const lines = [hello, '', about, '', ...amounts, '', order, '', see, `${url}/balance`, '', appTitle, ''];
  return { subject: fillIn(subject, values), text: lines.join('\n') };
}
