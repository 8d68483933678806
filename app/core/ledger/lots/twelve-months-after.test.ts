import { expect, it } from 'vitest';
import { twelveMonthsAfter } from './twelve-months-after.ts';

it.each([
  ['2026-11-24T10:20:30.400Z', '2027-11-24T10:20:30.400Z'],
  ['2027-02-28T23:59:59.999Z', '2028-02-28T23:59:59.999Z'],
  ['2028-02-28T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
  // Hours that clocks leave out or repeat in New York and in Berlin.
  ['2026-03-08T07:30:00.000Z', '2027-03-08T07:30:00.000Z'],
  ['2026-10-25T01:30:00.000Z', '2027-10-25T01:30:00.000Z'],
])('what was paid at %s expires at %s', (paidAt, expiresAt) => {
  expect(twelveMonthsAfter(new Date(paidAt)).toISOString()).toBe(expiresAt);
});

it('leaves the date that it is given as it is', () => {
  const paidAt = new Date('2028-02-29T12:00:00.000Z');
  twelveMonthsAfter(paidAt);
  expect(paidAt.toISOString()).toBe('2028-02-29T12:00:00.000Z');
});
