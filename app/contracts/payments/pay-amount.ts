import { MICRO_PER_DOLLAR, parseDollars, type Micro } from '../money.ts';
import { LEAST_PAYMENT_MICRO } from './fees.ts';

/** The most that is sold at once. */
export const MOST_PAYMENT_MICRO = 10_000n * MICRO_PER_DOLLAR;
const MICRO_PER_CENT = MICRO_PER_DOLLAR / 100n;

/** Why an amount cannot be paid: it is none in dollars and cents, or out of bounds. */
export type AmountProblem = 'not_an_amount' | 'too_little' | 'too_much';

/** What a person typed as the amount to pay, `20`, `20.50` or `$20`, without tax. */
export function readPayAmount(text: string): { micro: Micro } | { problem: AmountProblem } {
  const micro = parseDollars(text);
  if (micro === null || micro % MICRO_PER_CENT !== 0n) return { problem: 'not_an_amount' };
  if (micro < LEAST_PAYMENT_MICRO) return { problem: 'too_little' };
  if (micro > MOST_PAYMENT_MICRO) return { problem: 'too_much' };
  return { micro };
}
