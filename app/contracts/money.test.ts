import { describe, expect, it } from 'vitest';
import { exactDollars, formatCents, formatExactly } from './money.ts';

describe('exactDollars', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000000001'],
    [150_000n, '0.00000015'],
    [1_000_000_000_000n, '1'],
    [12_345_600_000_000n, '12.3456'],
    [-500_000_000_000n, '-0.5'],
    [123_456_789_012_345_678_901n, '123456789.012345678901'],
  ])('writes %s pico-dollars as %s', (pico, text) => expect(exactDollars(pico)).toBe(text));
});

describe('formatExactly', () => {
  it.each([
    [0n, '$0.00'],
    [1n, '$0.000001'],
    [-45n, '-$0.000045'],
    [2_500_000n, '$2.50'],
    [9_999_955n, '$9.999955'],
    [1_234_567_800_000n, '$1,234,567.80'],
  ])('writes %s as %s', (micro, text) => {
    expect(formatExactly(micro)).toBe(text);
  });
});

describe('formatCents', () => {
  it.each([
    [0n, '$0.00'],
    [1n, '<$0.01'],
    [9_999n, '<$0.01'],
    [10_000n, '$0.01'],
    [9_999_999n, '$9.99'],
    [-5n, '-<$0.01'],
    [-1_250_000n, '-$1.25'],
    [1_234_567_890_000n, '$1,234,567.89'],
  ])('writes %s as %s', (micro, text) => {
    expect(formatCents(micro)).toBe(text);
  });
});
