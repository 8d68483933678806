import { describe, expect, it } from 'vitest';
import type { EntryKind } from '#app/contracts/ledger.ts';
import { createRandom } from '#tests/faults/random.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { applyEntries, twelveMonthsAfter, type CreditEntry } from './credit-entries.ts';
import { lasting, NO_CREDIT, sumOf, type Credit } from './credit.ts';

const DAY_MS = 86_400_000;

const START = Date.UTC(2027, 0, 1);

it.each([
  ['2026-11-24T10:20:30.400Z', '2027-11-24T10:20:30.400Z'],
  ['2027-02-28T23:59:59.999Z', '2028-02-28T23:59:59.999Z'],
  ['2028-02-28T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
  // Hours that clocks skip or repeat in New York and in Berlin.
  ['2026-03-08T07:30:00.000Z', '2027-03-08T07:30:00.000Z'],
  ['2026-10-25T01:30:00.000Z', '2027-10-25T01:30:00.000Z'],
])('a payment at %s expires at %s', (paidAt, expiresAt) => {
  expect(twelveMonthsAfter(new Date(paidAt)).toISOString()).toBe(expiresAt);
});

it('does not change the given date', () => {
  const paidAt = new Date('2028-02-29T12:00:00.000Z');
  twelveMonthsAfter(paidAt);
  expect(paidAt.toISOString()).toBe('2028-02-29T12:00:00.000Z');
});

/** `<kind> <amount> [purchase] [day]`: entries in their order, one per day by default. */
function entriesOf(...lines: string[]): CreditEntry[] {
  return lines.map((line, index) => {
    const [kind = '', amount = '', purchase = '-', day] = line.split(' ');
    return {
      id: BigInt(index + 1),
      kind: kind as EntryKind,
      amountMicro: BigInt(amount),
      purchaseId: purchase === '-' ? null : purchase,
      bookedAt: new Date(START + Number(day ?? index) * DAY_MS),
    };
  });
}

/** `A 40 B 60 + 5 - 3`: the remainder of each purchase, the lasting credit, the debt. */
function shown({ lots, lastingMicro, debtMicro }: Credit): string {
  const left = lots.filter(({ remainingMicro }) => remainingMicro > 0n);
  return [
    ...left.map(({ purchaseId, remainingMicro }) => `${purchaseId} ${remainingMicro}`),
    ...(lastingMicro > 0n ? [`+ ${lastingMicro}`] : []),
    ...(debtMicro > 0n ? [`- ${debtMicro}`] : []),
  ].join(' ');
}

const after = (...lines: string[]) => shown(applyEntries(NO_CREDIT, entriesOf(...lines)));

describe('lots', () => {
  it.each([
    ['each payment is one, the oldest first', ['payment 40 A', 'payment 60 B'], 'A 40 B 60'],
    ['charges take the oldest', ['payment 40 A', 'payment 60 B', 'charge -50'], 'B 50'],
    ['what was given is used last', ['signup 5', 'payment 40 A', 'grant 7', 'charge -30'], 'A 10 + 12'],
    ['what was given is used at last', ['signup 5', 'payment 40 A', 'charge -43'], '+ 2'],
    ['a grant that is taken back takes the oldest', ['payment 40 A', 'grant 9', 'grant -9'], 'A 31 + 9'],
    ['a refund takes its own first', ['payment 40 A', 'payment 60 B', 'refund -50 B'], 'A 40 B 10'],
    [
      'a refund takes the oldest where its own is not enough',
      ['payment 40 A', 'payment 60 B', 'payment 9 C', 'refund -70 B'],
      'A 30 C 9',
    ],
    [
      'a chargeback takes its own, its fee the oldest',
      ['payment 40 A', 'payment 60 B', 'chargeback -20 B', 'fee -15 B'],
      'A 25 B 40',
    ],
    [
      'a refund that fails goes back to its own',
      ['payment 40 A', 'refund -40 A', 'payment 60 B', 'refund 40 A'],
      'A 40 B 60',
    ],
    [
      'no more goes back than was taken out of it: the rest lasts',
      ['payment 40 A', 'payment 60 B', 'chargeback -50 B', 'fee -15 B', 'chargeback-reversal 65 B'],
      'A 25 B 60 + 15',
    ],
    [
      'what goes back to one that has expired lasts',
      ['payment 40 A 0', 'refund -40 A 9', 'refund 40 A 365'],
      '+ 40',
    ],
    [
      'the moment before it has expired it goes back',
      ['payment 40 A 0', 'refund -40 A 9', 'refund 40 A 364.99'],
      'A 40',
    ],
    ['what was taken beyond all is a debt', ['payment 40 A', 'charge -30', 'refund -40 A'], '- 30'],
    ['a debt is repaid by a grant', ['refund -30 A', 'grant 40'], '+ 10'],
    ['a debt is repaid before a payment is a lot', ['fee -15', 'payment 40 A'], 'A 25'],
    ['a payment that repays a debt is none', ['fee -50', 'payment 40 A', 'payment 40 B'], 'B 30'],
    ['what expires is its own', ['payment 40 A', 'payment 60 B', 'expiry -60 B'], 'A 40'],
    ['what is left of one that expires in parts', ['payment 40 A', 'expiry -30 A', 'charge -4'], 'A 6'],
    [
      'nothing goes back to one that has expired in parts',
      ['payment 40 A', 'refund -10 A', 'expiry -20 A', 'refund 10 A'],
      'A 10 + 10',
    ],
    ['what a deleted account forfeits is all', ['signup 5', 'payment 40 A', 'expiry -45'], ''],
  ])('%s', (_what, lines, left) => {
    expect(after(...lines)).toBe(left);
  });

  it('count their expiry bookings', () => {
    const { lots } = applyEntries(NO_CREDIT, entriesOf('payment 40 A', 'expiry -30 A', 'expiry -4 A'));
    expect(lots).toMatchObject([{ purchaseId: 'A', remainingMicro: 6n, expiries: 2 }]);
  });

  it('are removed once no money can come back to them', () => {
    const { lots } = applyEntries(
      NO_CREDIT,
      entriesOf('payment 40 A', 'payment 40 B', 'charge -40', 'refund -40 B'),
    );
    expect(lots.map(({ purchaseId }) => purchaseId)).toEqual(['B']);
  });

  it('leave the credit before them unchanged', () => {
    const before = applyEntries(NO_CREDIT, entriesOf('payment 40 A'));
    applyEntries(before, entriesOf('charge -10'));
    expect(shown(before)).toBe('A 40');
  });
});

const KINDS = [
  'charge',
  'charge',
  'charge',
  'payment',
  'payment',
  'grant',
  'signup',
  'refund',
  'chargeback',
  'fee',
  'chargeback-reversal',
  'expiry',
] as const satisfies readonly EntryKind[];

/** Entries of all kinds in random order. */
function randomEntries(seed: number): CreditEntry[] {
  const random = createRandom(seed);
  let purchases = 0;
  let day = 0;
  return Array.from({ length: random.whole(1, 120) }, (_, index) => {
    const kind = random.pick(KINDS);
    const amount = BigInt(random.whole(0, 50));
    const isGiven = ['payment', 'signup', 'chargeback-reversal'].includes(kind);
    const isEither = ['grant', 'refund'].includes(kind) && random.whole(0, 2) === 0;
    if (kind === 'payment') purchases += 1;
    const ofPurchase = ['refund', 'chargeback', 'fee', 'chargeback-reversal', 'expiry'].includes(kind);
    const number = kind === 'payment' ? purchases : random.whole(0, purchases);
    day += random.whole(0, 20);
    return {
      id: BigInt(index + 1),
      kind,
      amountMicro: isGiven || isEither ? amount : -amount,
      purchaseId: (kind === 'payment' || ofPurchase) && number > 0 ? `p${number}` : null,
      bookedAt: new Date(START + day * DAY_MS),
    };
  });
}

describe('after any entries', () => {
  const seeds = Array.from({ length: IS_FULL ? 400 : 60 }, (_, seed) => seed);

  it('lots and lasting credit add up to the balance, and none is negative', () => {
    for (const seed of seeds) {
      let credit = NO_CREDIT;
      let balance = 0n;
      for (const entry of randomEntries(seed)) {
        credit = applyEntries(credit, [entry]);
        balance += entry.amountMicro;
        const { lots, lastingMicro, debtMicro } = credit;
        const at = `seed ${seed}, entry ${entry.id}`;
        expect([at, sumOf(credit), debtMicro]).toEqual([at, balance, balance < 0n ? -balance : 0n]);
        const parts = [lastingMicro, ...lots.flatMap((lot) => [lot.remainingMicro, lot.takenMicro])];
        expect([at, parts.filter((part) => part < 0n)]).toEqual([at, []]);
        const order = lots.map(({ expiresAt }) => expiresAt.getTime());
        expect([at, order]).toEqual([at, order.toSorted((one, other) => one - other)]);
        expect([at, new Set(lots.map(({ purchaseId }) => purchaseId)).size]).toEqual([at, lots.length]);
      }
    }
  });

  it('the result is the same one by one, in pages or all at once', () => {
    for (const seed of seeds) {
      const entries = randomEntries(seed);
      const cut = Math.floor(entries.length / 3);
      const paged = applyEntries(applyEntries(NO_CREDIT, entries.slice(0, cut)), entries.slice(cut));
      expect([seed, paged]).toEqual([seed, applyEntries(NO_CREDIT, entries)]);
    }
  });

  it('a charge uses up earlier lots before later ones, and lasting credit at the end', () => {
    for (const seed of seeds) {
      let credit = NO_CREDIT;
      for (const entry of randomEntries(seed)) {
        const next = applyEntries(credit, [entry]);
        if (entry.kind === 'charge') {
          const left = (purchaseId: string) =>
            next.lots.find((lot) => lot.purchaseId === purchaseId)?.remainingMicro ?? 0n;
          const touched = credit.lots.findLastIndex((lot) => left(lot.purchaseId) < lot.remainingMicro);
          for (const lot of credit.lots.slice(0, Math.max(touched, 0)))
            expect([seed, entry.id, left(lot.purchaseId)]).toEqual([seed, entry.id, 0n]);
          if (next.lastingMicro < credit.lastingMicro)
            expect(next.lots.every(({ remainingMicro }) => remainingMicro === 0n)).toBe(true);
        }
        credit = next;
      }
    }
  });

  it('the balance before the first payment does not expire, whatever its entries', () => {
    for (const seed of seeds) {
      const before = randomEntries(seed).filter(({ kind }) => kind !== 'payment');
      const credit = applyEntries(NO_CREDIT, before);
      expect([seed, credit]).toEqual([seed, lasting(sumOf(credit))]);
    }
  });
});
