import { describe, expect, it } from 'vitest';
import { createRandom } from '#tests/faults/random.ts';
import { cardCredit, cryptoCredit, MIN_PAYMENT_MICRO, readPayAmount, refundedCredit } from './fees.ts';

const dollars = (amount: number) => BigInt(Math.round(amount * 1_000_000));

describe('the credit for a payment', () => {
  it.each([
    [5, 4.35],
    [10, 9.05],
    [20, 18.45],
    [100, 93.65],
  ])('of $%s by card is $%s: less 6%% and $0.35', (paid, credit) => {
    expect(cardCredit(dollars(paid))).toBe(dollars(credit));
  });

  it('in crypto is the settled amount less 1%, rounded down', () => {
    expect(cryptoCredit(dollars(19.8))).toBe(dollars(19.602));
    expect(cryptoCredit(101n)).toBe(99n);
  });

  it('is never negative', () => {
    expect(cardCredit(dollars(0.2))).toBe(0n);
    expect(cryptoCredit(0n)).toBe(0n);
  });

  it('is rounded down to a micro-dollar and never exceeds the paid amount', () => {
    const random = createRandom(7);
    for (let round = 0; round < 10_000; round += 1) {
      const paid = MIN_PAYMENT_MICRO + BigInt(random.whole(0, 1e9));
      const credit = cardCredit(paid);
      const exact = paid * 94n - 35_000_000n;
      expect(credit * 100n <= exact && exact < (credit + 1n) * 100n).toBe(true);
      expect(cryptoCredit(paid) * 100n <= paid * 99n && paid * 99n < (cryptoCredit(paid) + 1n) * 100n).toBe(
        true,
      );
    }
  });
});

describe('refundedCredit', () => {
  it('takes back the refunded share of the credit', () => {
    const payment = { paidMicro: dollars(20), creditedMicro: dollars(18.45) };
    expect(refundedCredit({ ...payment, refundedMicro: dollars(10) })).toBe(dollars(9.225));
    expect(refundedCredit({ ...payment, refundedMicro: dollars(20) })).toBe(dollars(18.45));
    expect(refundedCredit({ ...payment, refundedMicro: 0n })).toBe(0n);
  });

  it('takes back the whole credit once all is refunded, in any number of parts, and never more', () => {
    const random = createRandom(11);
    for (let round = 0; round < 2_000; round += 1) {
      const paidMicro = MIN_PAYMENT_MICRO + BigInt(random.whole(0, 1e9));
      const creditedMicro = cardCredit(paidMicro);
      let refundedMicro = 0n;
      let before = 0n;
      while (refundedMicro < paidMicro) {
        refundedMicro += 1n + BigInt(random.whole(0, Number(paidMicro)));
        const taken = refundedCredit({ paidMicro, creditedMicro, refundedMicro });
        expect(taken >= before && taken <= creditedMicro).toBe(true);
        before = taken;
      }
      expect(before).toBe(creditedMicro);
    }
  });

  it('takes back nothing for a payment of zero', () => {
    expect(refundedCredit({ paidMicro: 0n, creditedMicro: 0n, refundedMicro: 5n })).toBe(0n);
  });
});

it.each([
  ['5', 5_000_000n],
  ['$20', 20_000_000n],
  [' 20.50 ', 20_500_000n],
  ['10000.00', 10_000_000_000n],
])('reads %j', (text, micro) => {
  expect(readPayAmount(text)).toEqual({ micro });
});

it.each([
  ['', 'not_an_amount'],
  ['twenty', 'not_an_amount'],
  ['-20', 'not_an_amount'],
  ['20,50', 'not_an_amount'],
  ['20.505', 'not_an_amount'],
  ['1e3', 'not_an_amount'],
  ['0', 'too_little'],
  ['4.99', 'too_little'],
  ['10000.01', 'too_much'],
  ['999999999', 'too_much'],
])('refuses %j: %s', (text, problem) => {
  expect(readPayAmount(text)).toEqual({ problem });
});
