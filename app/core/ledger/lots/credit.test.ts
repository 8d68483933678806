import { describe, expect, it } from 'vitest';
import {
  dueExpiries,
  dueNotices,
  nextCheck,
  NO_CREDIT,
  withoutEnded,
  type Credit,
  type Lot,
} from './credit.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2027-06-15T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** `[remaining, days until it expires]` each. */
function creditOf(...lots: [remaining: bigint, days: number, taken?: bigint][]): Credit {
  return {
    ...NO_CREDIT,
    lots: lots.map(([remainingMicro, days, takenMicro = 0n], index): Lot => ({
      entryId: BigInt(index + 1),
      purchaseId: `p${index + 1}`,
      expiresAt: inDays(days),
      remainingMicro,
      takenMicro,
      expiries: 0,
    })),
  };
}

describe('the amounts that expire', () => {
  const due = (heldMicro: bigint, ...lots: [bigint, number][]) =>
    dueExpiries(creditOf(...lots), { heldMicro, now: NOW }).map(
      ({ lot, amountMicro }) => `${lot.purchaseId} ${amountMicro}`,
    );

  it('are the remainders of lots whose time has passed, to the millisecond', () => {
    expect(due(0n, [40n, -1], [30n, 0], [20n, 1 / DAY_MS], [10n, 5])).toEqual(['p1 40', 'p2 30']);
  });

  it('exclude held amounts: the oldest credit is held first', () => {
    expect(due(15n, [40n, -2], [30n, -1], [90n, 5])).toEqual(['p1 25', 'p2 30']);
    expect(due(55n, [40n, -2], [30n, -1], [90n, 5])).toEqual(['p2 15']);
    expect(due(70n, [40n, -2], [30n, -1], [90n, 5])).toEqual([]);
    expect(due(1000n, [40n, -2])).toEqual([]);
  });

  it('exclude empty lots', () => {
    expect(due(0n, [0n, -1])).toEqual([]);
  });
});

describe('notices', () => {
  const notices = (...lots: [bigint, number][]) =>
    dueNotices(creditOf(...lots), NOW).map(({ lot, days }) => `${lot.purchaseId} ${days}`);

  it('are due 30 and 7 days before; if both are due, only the later one', () => {
    expect(notices([1n, 31], [1n, 30], [1n, 8], [1n, 7], [1n, 0.01])).toEqual([
      'p2 30',
      'p3 30',
      'p4 7',
      'p5 7',
    ]);
  });

  it('are not sent for lots that are used up or expired', () => {
    expect(notices([0n, 5], [1n, 0], [1n, -1])).toEqual([]);
  });
});

describe('the next check of an account', () => {
  const next = (isBusy: boolean, ...lots: [bigint, number, bigint?][]) => {
    const at = nextCheck(creditOf(...lots), { now: NOW, isBusy });
    return at && (at.getTime() - NOW.getTime()) / DAY_MS;
  };

  it('is within a day, or an hour if it has many entries or an expired hold', () => {
    expect(next(false, [1n, 300])).toBe(1);
    expect(next(true, [1n, 300])).toBe(1 / 24);
    expect(next(false, [1n, -1], [1n, 300])).toBe(1 / 24);
  });

  it('is earlier if a notice is due or a lot expires before', () => {
    expect(next(false, [1n, 30.5])).toBe(0.5);
    expect(next(false, [1n, 7.25], [1n, 400])).toBe(0.25);
    expect(next(false, [1n, 0.125])).toBe(0.125);
  });

  it('is never without a lot', () => {
    expect(next(true)).toBe(null);
    expect(nextCheck(withoutEnded(creditOf([0n, -1, 5n]), NOW), { now: NOW, isBusy: false })).toBe(null);
    expect(withoutEnded(creditOf([0n, 1, 5n], [3n, -1]), NOW).lots).toHaveLength(2);
  });
});
