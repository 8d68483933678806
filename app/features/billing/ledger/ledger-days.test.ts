import { describe, expect, it } from 'vitest';
import type { ChargeSubject, LedgerLine } from '#app/contracts/ledger.ts';
import { groupByDay } from './ledger-days.ts';

const line = (reference: string, bookedAt: string, amountMicro = '-5'): LedgerLine => ({
  kind: reference.startsWith('charge:') ? 'charge' : 'grant',
  reference,
  amountMicro,
  balanceAfterMicro: '100',
  reason: null,
  purchaseId: null,
  bookedAt,
});

const of = (id: string, chat: string | null): [string, ChargeSubject] =>
  [
    id,
    { generationId: id, model: 'maker/model', conversation: chat && { id: chat, title: chat }, key: null },
  ] as [string, ChargeSubject];

const SUBJECTS = Object.fromEntries([of('1', 'a'), of('2', 'b'), of('3', 'a'), of('4', 'a'), of('5', null)]);

const LINES = [
  line('charge:1', '2026-11-29T10:00:00Z'),
  line('charge:2', '2026-11-29T09:00:00Z'),
  line('grant:x', '2026-11-29T08:00:00Z', '70'),
  line('charge:3', '2026-11-29T00:30:00Z', '-7'),
  line('charge:4', '2026-11-28T23:30:00Z'),
  line('charge:5', '2026-11-28T22:00:00Z'),
  line('charge:6', '2026-11-28T21:00:00Z'),
];

const outline = (timeZone: string, lines = LINES) =>
  groupByDay(lines, SUBJECTS, timeZone).map(({ day, groups }) => [
    day,
    groups.map((group) => [
      group.conversation?.id ?? null,
      Number(group.sumMicro),
      ...group.lines.map(({ reference }) => reference),
    ]),
  ]);

describe('groupByDay', () => {
  it('folds the charges of a chat on a day, at the place of the newest', () => {
    expect(outline('UTC')).toEqual([
      [
        '2026-11-29',
        [
          ['a', -12, 'charge:1', 'charge:3'],
          ['b', -5, 'charge:2'],
          [null, 70, 'grant:x'],
        ],
      ],
      [
        '2026-11-28',
        [
          ['a', -5, 'charge:4'],
          [null, -5, 'charge:5'],
          [null, -5, 'charge:6'],
        ],
      ],
    ]);
  });

  it('begins days in the time zone of the reader', () => {
    expect(outline('Asia/Tokyo').map(([day]) => day)).toEqual(['2026-11-29']);
    expect(outline('America/New_York').map(([day, groups]) => [day, groups!.length])).toEqual([
      ['2026-11-29', 3],
      ['2026-11-28', 3],
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6])('has every entry once, also if a page ends after %i entries', (size) => {
    const pages = [LINES.slice(0, size), LINES.slice(size)];
    const shown = pages.flatMap((page) =>
      groupByDay(page, SUBJECTS, 'UTC').flatMap(({ groups }) => groups.flatMap(({ lines }) => lines)),
    );
    expect(shown.map(({ reference }) => reference).toSorted()).toEqual(
      LINES.map(({ reference }) => reference).toSorted(),
    );
  });
});
