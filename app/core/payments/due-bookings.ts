import { DISPUTE_FEE_MICRO, refundedCredit } from '#app/contracts/payments/fees.ts';
import type { AccountBooking } from '#app/core/ledger/book.ts';
import type { Dispute } from './disputes.ts';
import type { Purchase } from './purchase.ts';

type Credited = Pick<
  Purchase,
  'id' | 'creditedMicro' | 'paidMicro' | 'refundedMicro' | 'returnedMicro' | 'returns'
>;

/**
 * Every entry that the ledger must have of a credited payment, by what is known of it now. Those that it has already are
 * harmless by their references; a refund is the difference to what was taken back before.
 */
export function dueBookings(purchase: Credited, disputes: readonly Dispute[]): AccountBooking[] {
  const { id, creditedMicro, returnedMicro, returns } = purchase;
  const bookings: AccountBooking[] = [
    { kind: 'payment', reference: `payment:${id}`, amountMicro: creditedMicro },
  ];
  const change = returnedMicro - refundedCredit(purchase);
  if (change !== 0n)
    bookings.push({ kind: 'refund', reference: `refund:${id}:${returns + 1}`, amountMicro: change });
  return [...bookings, ...disputes.flatMap(disputeBookings)].filter(({ amountMicro }) => amountMicro !== 0n);
}

/** What a chargeback takes once its money has left, and gives back when it is won. */
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
