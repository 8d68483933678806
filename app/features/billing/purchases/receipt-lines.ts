import type { PurchaseReceipt } from '#app/contracts/payments/receipt.ts';

/** A line of a receipt: its name in the texts, its signed amount, and whether it sums up the lines above. */
export interface ReceiptLine {
  name:
    | 'credit'
    | 'tax'
    | 'total'
    | 'serviceFee'
    | 'fee'
    | 'credited'
    | 'refund'
    | 'refundPending'
    | 'refundFailed'
    | 'returned'
    | 'chargeback'
    | 'chargebackFee'
    | 'reversed';
  /** Millionths, as text. */
  micro: string;
  isSum?: boolean;
}

/** Returns the lines of the payment: the price, its tax and their sum, in the currency of the payment. */
export function paidLines({ paidMicro, taxMicro }: PurchaseReceipt): ReceiptLine[] {
  return [
    { name: 'credit', micro: minus(paidMicro, taxMicro) },
    ...lineOf('tax', taxMicro),
    { name: 'total', micro: paidMicro, isSum: true },
  ];
}

/** Returns the lines from the price to the credit, in dollars; empty when the payment was not credited. */
export function creditLines(receipt: PurchaseReceipt): ReceiptLine[] {
  const { feeMicro, serviceFeeMicro, paidMicro, taxMicro, creditedMicro } = receipt;
  if (feeMicro === null) return [];
  return [
    { name: 'credit', micro: minus(paidMicro, taxMicro) },
    ...lineOf('serviceFee', negated(serviceFeeMicro)),
    ...lineOf('fee', negated(minus(feeMicro, serviceFeeMicro))),
    { name: 'credited', micro: creditedMicro, isSum: true },
  ];
}

const REFUND_NAMES = { done: 'refund', pending: 'refundPending', failed: 'refundFailed' } as const;

/** Returns the lines of refunds to the payer, in the currency of the payment. */
export function refundLines({ refunds, refundedMicro }: PurchaseReceipt): ReceiptLine[] {
  const lines = refunds.map(({ amountMicro, standing }): ReceiptLine => ({
    name: REFUND_NAMES[standing],
    micro: amountMicro,
  }));
  // Some services report only the sum.
  return lines.length > 0 ? lines : lineOf('refund', refundedMicro);
}

/** Returns the lines of later changes to the balance from this credit, losses and returns, in dollars. */
export function laterLines({ returnedMicro, chargebacks }: PurchaseReceipt): ReceiptLine[] {
  return [
    ...lineOf('returned', negated(returnedMicro)),
    ...chargebacks.flatMap(({ amountMicro, feeMicro, isReversed }): ReceiptLine[] => [
      { name: 'chargeback', micro: negated(amountMicro) },
      { name: 'chargebackFee', micro: negated(feeMicro) },
      ...(isReversed ? lineOf('reversed', (BigInt(amountMicro) + BigInt(feeMicro)).toString()) : []),
    ]),
  ];
}

function lineOf(name: ReceiptLine['name'], micro: string): ReceiptLine[] {
  return BigInt(micro) === 0n ? [] : [{ name, micro }];
}

const negated = (micro: string) => (-BigInt(micro)).toString();
const minus = (micro: string, less: string) => (BigInt(micro) - BigInt(less)).toString();
