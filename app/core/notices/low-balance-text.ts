import { formatCents } from '#app/contracts/money.ts';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import type { DueAlert } from '#app/core/ledger/alerts/balance-alert.ts';
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

/** A mail about a balance that has fallen, in plain text. */
export function lowBalanceText(
  { name, locale }: Reader,
  { balanceMicro, belowMicro }: Omit<DueAlert, 'userId'>,
  { appTitle, url }: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, add, end } = noticeTexts(locale).lowBalance;
  const values = {
    product: appTitle,
    name,
    balance: formatCents(balanceMicro),
    below: formatCents(belowMicro),
  };
  const lines = [greeting, '', lead, '', add, `${url}/balance`, '', end, `${url}${LIMITS_PATH}`];
  return {
    subject: fillIn(subject, values),
    text: [...lines.map((line) => fillIn(line, values)), '', appTitle, ''].join('\n'),
  };
}
