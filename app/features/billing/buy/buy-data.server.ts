import { toDollars } from '#app/contracts/money.ts';
import { readPayAmount } from '#app/contracts/payments/fees.ts';
import { PAY_METHODS, type PayMethod } from '#app/contracts/payments/receipt.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { isAmountChosenThere, waysToPay } from '#app/core/payments/ways-to-pay.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { BuyData, TypedAmount } from './buy-data.ts';

/** Initial amount of the calculator. */
const FIRST_AMOUNT = '20';

/** Longer than any amount that can be paid. */
const MAX_LETTERS = 24;

/** Returns the ways in which a user can buy credit, and the amount in the page's address. */
export async function readBuyData(request: Request, user: { id: string }): Promise<BuyData> {
  const query = new URL(request.url).searchParams;
  const accountId = await findAccountId(user.id);
  const ways = accountId === null ? [] : waysToPay();
  const returned = query.get('payment');
  return {
    ways,
    method: readMethod(query.get('method'), ways),
    isAmountChosenThere: isAmountChosenThere(),
    orderId: newId(),
    amount: typedAmount(query.get('amount') ?? FIRST_AMOUNT),
    returned: returned === 'made' || returned === 'failed' ? returned : null,
  };
}

/** Reads the way to pay from a form or an address; the first one here for any other text. */
export function readMethod(text: string | null, ways: readonly PayMethod[]): PayMethod {
  return ways.find((way) => way === text) ?? ways[0] ?? PAY_METHODS[0];
}

/** Reads an amount from a form or an address, cut at a length that no amount has. */
export function typedAmount(text: string): TypedAmount {
  const typed = text.slice(0, MAX_LETTERS);
  const read = readPayAmount(typed);
  return { typed, problem: 'problem' in read ? read.problem : null };
}

/** Formats an amount for its field, with the usual two decimals; '' for none. */
export function typedDollars(micro: bigint | null): string {
  if (micro === null) return '';
  const dollars = toDollars(micro);
  return /\.\d$/.test(dollars) ? `${dollars}0` : dollars;
}
