import { toDollars } from '#app/contracts/money.ts';
import { readPayAmount } from '#app/contracts/payments/fees.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { cardPage, sellsForCrypto } from '#app/core/payments/ways-to-pay.ts';
import { newId } from '#app/core/platform/ids.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import type { BuyData, TypedAmount } from './buy-data.ts';

/** What stands in the calculator first. */
const FIRST_AMOUNT = '20';

/** Longer than any amount that can be paid. */
const MOST_LETTERS = 24;

/** How a person can buy credit, and the amount that their page's address carries. */
export async function readBuyData(request: Request, user: { id: string; email: string }): Promise<BuyData> {
  const query = new URL(request.url).searchParams;
  const [accountId, language] = await Promise.all([findAccountId(user.id), detectLocale(request)]);
  const returned = query.get('payment');
  return {
    cardUrl: accountId === null ? null : cardPage({ accountId, email: user.email, language }),
    isCryptoSold: accountId !== null && sellsForCrypto(),
    orderId: newId(),
    amount: typedAmount(query.get('amount') ?? FIRST_AMOUNT),
    returned: returned === 'made' || returned === 'failed' ? returned : null,
  };
}

/** An amount that came with a form or an address, cut where it can be none any more. */
export function typedAmount(text: string): TypedAmount {
  const typed = text.slice(0, MOST_LETTERS);
  const read = readPayAmount(typed);
  return { typed, problem: 'problem' in read ? read.problem : null };
}

/** An amount as it stands in its field, with the cents that people expect; '' for none. */
export function typedDollars(micro: bigint | null): string {
  if (micro === null) return '';
  const dollars = toDollars(micro);
  return /\.\d$/.test(dollars) ? `${dollars}0` : dollars;
}
