import { describe, expect, it } from 'vitest';
import type { PurchaseReceipt } from '#app/contracts/payments/receipt.ts';
import { amountIn } from './amount-in.ts';
import { creditLines, laterLines, paidLines, refundLines } from './receipt-lines.ts';

const CARD: PurchaseReceipt = {
  id: '0',
  at: '2026-01-01T00:00:00Z',
  provider: 'stripe',
  isAutomatic: false,
  state: 'credited',
  reason: null,
  currency: 'usd',
  paidMicro: '24000000',
  taxMicro: '4000000',
  feeMicro: '1550000',
  creditedMicro: '18450000',
  refundedMicro: '0',
  isTakenBack: false,
  paymentId: 'pi_1',
  serviceFeeMicro: '0',
  returnedMicro: '0',
  refunds: [],
  chargebacks: [],
};

const summary = (lines: { name: string; micro: string }[]) =>
  lines.map(({ name, micro }) => `${name} ${micro}`);

/** Returns the total of the lines before a sum, and that sum. */
function sums(lines: { micro: string; isSum?: boolean }[]): [bigint, bigint] {
  const of = (isSum: boolean) =>
    lines
      .filter((line) => (line.isSum ?? false) === isSum)
      .reduce((sum, { micro }) => sum + BigInt(micro), 0n);
  return [of(false), of(true)];
}

describe('the lines of a receipt', () => {
  it('by card show price, tax and total; the fee and the credit', () => {
    expect(summary(paidLines(CARD))).toEqual(['credit 20000000', 'tax 4000000', 'total 24000000']);
    expect(summary(creditLines(CARD))).toEqual(['credit 20000000', 'fee -1550000', 'credited 18450000']);
    expect([refundLines(CARD), laterLines(CARD)]).toEqual([[], []]);
  });

  it('in crypto show both fees', () => {
    const crypto = { taxMicro: '0', paidMicro: '20000000', feeMicro: '398000', creditedMicro: '19602000' };
    const receipt = { ...CARD, ...crypto, serviceFeeMicro: '200000' };
    expect(summary(paidLines(receipt))).toEqual(['credit 20000000', 'total 20000000']);
    expect(summary(creditLines(receipt))).toEqual([
      'credit 20000000',
      'serviceFee -200000',
      'fee -198000',
      'credited 19602000',
    ]);
    for (const lines of [paidLines(receipt), creditLines(receipt), paidLines(CARD), creditLines(CARD)])
      expect(sums(lines)[0]).toBe(sums(lines)[1]);
  });

  it('show refunds and chargebacks', () => {
    const refunds = [
      { amountMicro: '5000000', standing: 'done' as const },
      { amountMicro: '1000000', standing: 'failed' as const },
    ];
    const chargebacks = [
      { amountMicro: '7000000', feeMicro: '15000000', isReversed: true },
      { amountMicro: '2000000', feeMicro: '15000000', isReversed: false },
    ];
    const receipt = { ...CARD, refunds, chargebacks, refundedMicro: '5000000', returnedMicro: '3843750' };
    expect(summary(refundLines(receipt))).toEqual(['refund 5000000', 'refundFailed 1000000']);
    expect(summary(laterLines(receipt))).toEqual([
      'returned -3843750',
      'chargeback -7000000',
      'chargebackFee -15000000',
      'reversed 22000000',
      'chargeback -2000000',
      'chargebackFee -15000000',
    ]);
    expect(summary(refundLines({ ...CARD, refundedMicro: '9' })), 'the sum alone').toEqual(['refund 9']);
  });

  it('show no credit for a payment that was not credited', () => {
    expect(creditLines({ ...CARD, state: 'refused', feeMicro: null })).toEqual([]);
  });
});

it.each([
  ['usd', '20000000', '$20.00'],
  ['eur', '20000000', 'EUR 20.00'],
  ['eur', '-20500000', '-EUR 20.50'],
])('formats an amount in %s of %s as %s', (currency, micro, text) => {
  expect(amountIn(currency, micro)).toBe(text);
});
