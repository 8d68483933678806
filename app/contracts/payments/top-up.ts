import { MICRO_PER_DOLLAR } from '../money.ts';

/** Where auto top-up is set up, and where a card is saved for it. */
export const TOP_UP_PATH = '/balance/top-up';
export const TOP_UP_CARD_PATH = '/balance/top-up/card';

/** Bounds of the balance below which a top-up is made, in micro-dollars. */
export const THRESHOLD_LEAST_MICRO = MICRO_PER_DOLLAR;
export const THRESHOLD_MOST_MICRO = 10_000n * MICRO_PER_DOLLAR;
/** The most that top-ups of a month (UTC) may come to. */
export const MONTHLY_MOST_MICRO = 100_000n * MICRO_PER_DOLLAR;
/** So many failures in a row turn auto top-up off. */
export const MOST_FAILURES = 3;

/**
 * What a top-up failed of: the card was declined; the bank wants its holder to confirm; the payment service refused the
 * card; it gave no answer for a day; auto top-up was turned off, or its card changed, before the card was charged.
 */
export type TopUpFailure = 'declined' | 'authentication' | 'refused' | 'unreachable' | 'stopped';

/** Why no top-up is made at present: the last one failed, the month's bound is reached, or one was paid back. */
export type TopUpProblem = Exclude<TopUpFailure, 'stopped'> | 'monthly' | 'returned';

/** Under way, paid and credited, or failed. */
export type TopUpState = 'open' | 'paid' | 'failed';
