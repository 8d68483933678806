import { formatExactly } from '#app/contracts/money.ts';
import type { Lot } from '#app/core/ledger/lots/credit.ts';
import type { Mail } from '#app/core/platform/mail.ts';
import { noticeMail, type Reader, type Site } from './notice-mail.ts';
import { fillIn, noticeTexts } from './notice-texts.ts';
import { utcDates } from './utc-dates.ts';

/** A mail about credit that is about to expire, in plain text. @param lots at least one; the first expires first */
export function expiryText(
  { name, locale }: Reader,
  lots: readonly Pick<Lot, 'remainingMicro' | 'expiresAt'>[],
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, line, end, see } = noticeTexts(locale).expiry;
  const dates = utcDates(locale);
  const values = { name, date: dates.format(lots[0]!.expiresAt) };
  const amounts = lots.map(({ remainingMicro, expiresAt }) =>
    fillIn(line, { amount: formatExactly(remainingMicro), date: dates.format(expiresAt) }),
  );
  const lines = [greeting, '', lead, '', ...amounts, '', end, '', see, `${site.url}/balance`];
  return noticeMail({ subject, lines, values }, site);
}
