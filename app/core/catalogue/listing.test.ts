import { expect, it } from 'vitest';
import { listRates } from './listing.ts';

const NOON = new Date('2026-11-24T12:00:00Z');

it('lists the cost of an ordinary short call, and flags rates that vary', () => {
  const rules = [
    { rates: { input: 10n, output: 50n } },
    { when: { promptTokensAbove: 1000 }, rates: { input: 20n } },
  ];
  expect(listRates({ rules }, NOON)).toEqual({
    input: { pico: '10', varies: true },
    output: { pico: '50', varies: false },
  });
});

it('lists the rate of the current hour', () => {
  const rules = [{ rates: { input: 10n } }, { when: { hours: [[11, 13]] as const }, rates: { input: 5n } }];
  expect(listRates({ rules }, NOON)).toEqual({ input: { pico: '5', varies: true } });
});

it('lists the lowest rate when every rate has a condition', () => {
  const rules = [
    { when: { resolution: ['1080p'] }, rates: { second: 9n } },
    { when: { resolution: ['720p'] }, rates: { second: 4n } },
  ];
  expect(listRates({ rules }, NOON)).toEqual({ second: { pico: '4', varies: true } });
});

it('lists no class without a rate, and nothing for an empty price', () => {
  expect(Object.keys(listRates({ rules: [{ rates: { input: 1n } }] }, NOON))).toEqual(['input']);
  expect(listRates({ rules: [] }, NOON)).toEqual({});
});
