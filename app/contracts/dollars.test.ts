import { describe, expect, it } from 'vitest';
import { parseDollars, toDollars } from './money.ts';

describe('typed dollars', () => {
  it.each([
    ['5', 5_000_000n],
    ['2.50', 2_500_000n],
    [' $0.000001 ', 1n],
    ['0', 0n],
    ['999999999.999999', 999_999_999_999_999n],
  ])('reads %j as micro-dollars', (text, micro) => {
    expect(parseDollars(text)).toBe(micro);
    expect(parseDollars(toDollars(micro))).toBe(micro);
  });

  it.each(['', '-1', '1e3', '.5', '5.', '1,5', '0.0000001', '1234567890', 'five'])('refuses %j', (text) => {
    expect(parseDollars(text)).toBeNull();
  });

  it.each([
    [2_500_000n, '2.5'],
    [5_000_000n, '5'],
    [1n, '0.000001'],
  ])('writes %s as %s', (micro, text) => {
    expect(toDollars(micro)).toBe(text);
  });
});
