import { expect, it } from 'vitest';
import { rateAmount } from './rate-amount.ts';

it.each([
  ['input', 150_000n, '$0.15'],
  ['output', 10_000_000n, '$10.00'],
  ['cachedInput', 3_625n, '$0.0036'],
  ['input', 0n, '$0.00'],
  ['input', 7n, '<$0.0001'],
  ['image', 40_000_000_000n, '$0.040'],
  ['second', 162_000_000_000n, '$0.162'],
  ['megapixel', 2_500_000_000n, '$0.0025'],
  ['request', 1_000_000_000_000n, '$1.000'],
] as const)('writes %s at %i pico-dollars as %s', (name, pico, amount) => {
  expect(rateAmount(name, pico)).toBe(amount);
});
