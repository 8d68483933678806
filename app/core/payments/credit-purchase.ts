import {
  cardCredit,
  cryptoCredit,
  LEAST_PAYMENT_MICRO,
  refundedCredit,
} from '#app/contracts/payments/fees.ts';
import type { PurchaseReason, PurchaseState } from '#app/contracts/payments/purchase.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { bookToAccount } from '#app/core/ledger/book.ts';
import type { Transaction } from '#db/transaction.ts';
import { readDisputes } from './disputes.ts';
import { dueBookings } from './due-bookings.ts';
import type { PaymentTold } from './payment-event.ts';
import { updatePurchase, type Purchase } from './purchase.ts';

/** What the credit of a payment is decided by. */
type Paid = Pick<PaymentTold, 'currency' | 'isSingle' | 'paidMicro' | 'taxMicro' | 'settledMicro'> &
  Pick<Purchase, 'provider' | 'accountId'>;

interface Decision {
  state: PurchaseState;
  reason: PurchaseReason | null;
  creditedMicro: bigint;
}

/**
 * Whether a payment that was made is credited, and with how much.
 * @param hasAccount whether there is an account of the id that its reference names
 */
export function decideCredit(paid: Paid, hasAccount: boolean): Decision {
  const not = (state: PurchaseState, reason: PurchaseReason) => ({ state, reason, creditedMicro: 0n });
  if (!paid.isSingle) return not('refused', 'mode');
  if (paid.currency !== 'usd') return not('refused', 'currency');
  if (paid.paidMicro - paid.taxMicro < LEAST_PAYMENT_MICRO) return not('refused', 'too_little');
  if (paid.accountId === null) return not('unmatched', 'no_reference');
  if (!hasAccount) return not('unmatched', 'no_account');
  return { state: 'credited', reason: null, creditedMicro: creditOf(paid) };
}

/** What a payment is worth as credit, in micro-dollars. */
export function creditOf({ provider, settledMicro }: Pick<Purchase, 'provider' | 'settledMicro'>): bigint {
  return provider === 'stripe' ? cardCredit(settledMicro) : cryptoCredit(settledMicro);
}

/**
 * Books what the ledger lacks of a credited payment.
 * @param tx the transaction that has locked the payment's row
 * @returns whether the balance has changed
 */
export async function bookPurchase(tx: Transaction, purchase: Purchase): Promise<boolean> {
  const { accountId } = purchase;
  if (purchase.state !== 'credited' || accountId === null) return false;
  await lockAccounts(tx, [accountId]);
  let isChanged = false;
  for (const booking of dueBookings(purchase, await readDisputes(tx, [purchase.id]))) {
    const detail = { purchase: purchase.id };
    if (await bookToAccount(tx, accountId, { ...booking, detail })) isChanged = true;
  }
  const returnedMicro = refundedCredit(purchase);
  if (returnedMicro !== purchase.returnedMicro)
    await updatePurchase(tx, purchase.id, { returnedMicro, returns: purchase.returns + 1 });
  return isChanged;
}
