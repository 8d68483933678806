import {
  cardCredit,
  cryptoCredit,
  DISPUTE_FEE_MICRO,
  MIN_PAYMENT_MICRO,
  refundedCredit,
} from '#app/contracts/payments/fees.ts';
import type { PurchaseReason, PurchaseState } from '#app/contracts/payments/receipt.ts';
import { findAccount, lockAccounts } from '#app/core/ledger/accounts.ts';
import { bookToAccount, type AccountBooking } from '#app/core/ledger/book.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ReportedPayment } from './payment-event.ts';
import { lockPurchaseById, updatePurchase, type Purchase } from './purchase.ts';
import { readDisputes, type Dispute } from './reversals.ts';

/** The facts that decide the credit of a payment. */
type Paid = Pick<ReportedPayment, 'currency' | 'isSingle' | 'paidMicro' | 'taxMicro' | 'settledMicro'> &
  Pick<Purchase, 'provider' | 'accountId'>;

interface Decision {
  state: PurchaseState;
  reason: PurchaseReason | null;
  creditedMicro: bigint;
}

type Credited = Pick<
  Purchase,
  'id' | 'creditedMicro' | 'paidMicro' | 'refundedMicro' | 'returnedMicro' | 'returns'
>;

/**
 * Decides whether a payment that was made is credited, and with how much.
 * @param hasAccount whether there is an account of the id that its reference names
 */
export function decideCredit(paid: Paid, hasAccount: boolean): Decision {
  const not = (state: PurchaseState, reason: PurchaseReason) => ({ state, reason, creditedMicro: 0n });
  if (!paid.isSingle) return not('refused', 'mode');
  if (paid.currency !== 'usd') return not('refused', 'currency');
  if (paid.paidMicro - paid.taxMicro < MIN_PAYMENT_MICRO) return not('refused', 'too_little');
  if (paid.accountId === null) return not('unmatched', 'no_reference');
  if (!hasAccount) return not('unmatched', 'no_account');
  return { state: 'credited', reason: null, creditedMicro: creditOf(paid) };
}

/** The credit for a payment, in micro-dollars. */
export function creditOf({ provider, settledMicro }: Pick<Purchase, 'provider' | 'settledMicro'>): bigint {
  return provider === 'stripe' ? cardCredit(settledMicro) : cryptoCredit(settledMicro);
}

/**
 * Books the missing ledger entries of a credited payment.
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

/**
 * Every entry that the ledger must have for a credited payment, by the facts so far. Existing ones are
 * harmless because of their references; a refund is the difference to the amount taken back before.
 */
function dueBookings(purchase: Credited, disputes: readonly Dispute[]): AccountBooking[] {
  const { id, creditedMicro, returnedMicro, returns } = purchase;
  const bookings: AccountBooking[] = [
    { kind: 'payment', reference: `payment:${id}`, amountMicro: creditedMicro },
  ];
  const change = returnedMicro - refundedCredit(purchase);
  if (change !== 0n)
    bookings.push({ kind: 'refund', reference: `refund:${id}:${returns + 1}`, amountMicro: change });
  return [...bookings, ...disputes.flatMap(disputeBookings)].filter(({ amountMicro }) => amountMicro !== 0n);
}

/** The bookings of a chargeback: the debit once its money has left, and the reversal when it is won. */
function disputeBookings({ id, amountMicro, isWithdrawn, isReinstated }: Dispute): AccountBooking[] {
  if (!isWithdrawn) return [];
  const taken: AccountBooking[] = [
    { kind: 'chargeback', reference: `chargeback:${id}`, amountMicro: -amountMicro },
    { kind: 'fee', reference: `fee:${id}`, amountMicro: -DISPUTE_FEE_MICRO },
  ];
  if (!isReinstated) return taken;
  const reversal = `chargeback-reversal:${id}`;
  return [
    ...taken,
    {
      kind: 'chargeback-reversal',
      reference: reversal,
      amountMicro: amountMicro + DISPUTE_FEE_MICRO,
    },
  ];
}

/**
 * Credits a payment without a known reference to the user that an operator names.
 * @returns null when no such payment waits to be matched
 */
export async function matchPurchase(
  tx: Transaction,
  { purchaseId, userId }: { purchaseId: string; userId: string },
): Promise<Purchase | null> {
  const purchase = await lockPurchaseById(tx, purchaseId);
  const account = await findAccount(tx, userId);
  if (purchase?.state !== 'unmatched' || !account) return null;
  const changed = {
    state: 'credited' as const,
    reason: null,
    accountId: account.id,
    creditedMicro: creditOf(purchase),
    email: null,
  };
  await updatePurchase(tx, purchase.id, changed);
  const matched = { ...purchase, ...changed };
  await bookPurchase(tx, matched);
  return matched;
}
