import { formatCents } from '#app/contracts/money.ts';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import type { DueAlert } from '#app/core/ledger/alerts/balance-alert.ts';
import type { Mail } from '#app/core/platform/mail.ts';
import { noticeMail, type Reader, type Site } from './notice-mail.ts';
import { noticeTexts } from './notice-texts.ts';

/** A mail about a balance that has fallen, in plain text. */
export function lowBalanceText(
  { name, locale }: Reader,
  { balanceMicro, belowMicro }: Omit<DueAlert, 'userId'>,
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, add, end } = noticeTexts(locale).lowBalance;
  const values = { name, balance: formatCents(balanceMicro), below: formatCents(belowMicro) };
  const lines = [greeting, '', lead, '', add, `${site.url}/balance`, '', end, `${site.url}${LIMITS_PATH}`];
  return noticeMail({ subject, lines, values }, site);
}
