import { describe, expect, it } from 'vitest';
import { countText, dollarText, durationText } from './axis-text.ts';
import { niceTicks } from './nice-ticks.ts';

const all = (text: (value: number, ticks: readonly number[]) => string, max: number) => {
  const ticks = niceTicks(max);
  return ticks.map((tick) => text(tick, ticks));
};

describe('the words of an axis', () => {
  it('shorten counts', () => {
    expect(all(countText('en-US'), 3000)).toEqual(['0', '1K', '2K', '3K']);
  });

  it.each([
    [0.0003, ['$0.0000', '$0.0001', '$0.0002', '$0.0003']],
    [0.2, ['$0.00', '$0.05', '$0.10', '$0.15', '$0.20']],
    [3, ['$0', '$1', '$2', '$3']],
    [30_000, ['$0', '$10K', '$20K', '$30K']],
  ])('write dollars up to %d with the decimals that they need', (max, texts) => {
    expect(all(dollarText(), max)).toEqual(texts);
  });

  it('write times in the unit that suits them', () => {
    expect(all(durationText('en-US'), 300)).toEqual(['0ms', '100ms', '200ms', '300ms']);
    expect(all(durationText('en-US'), 1500)).toEqual(['0s', '0.5s', '1s', '1.5s']);
  });
});
