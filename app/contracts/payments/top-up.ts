import { MICRO_PER_DOLLAR } from '../money.ts';

/** The pages that set up auto top-up, and that save a card for it. */
export const TOP_UP_PATH = '/balance/top-up';
export const TOP_UP_CARD_PATH = '/balance/top-up/card';

/** Bounds of the balance below which a top-up is made, in micro-dollars. */
export const MIN_THRESHOLD_MICRO = MICRO_PER_DOLLAR;
export const MAX_THRESHOLD_MICRO = 10_000n * MICRO_PER_DOLLAR;
/** Maximum total of the top-ups of a month (UTC). */
export const MAX_MONTHLY_MICRO = 100_000n * MICRO_PER_DOLLAR;
/** Auto top-up is turned off after this many consecutive failures. */
export const MAX_FAILURES = 3;

/**
 * The cause of a failed top-up: the card was declined; the bank requires the holder's confirmation; the
 * payment service refused the card; it gave no answer for a day; auto top-up was turned off, or its card
 * changed, before the card was charged.
 */
export type TopUpFailure = 'declined' | 'authentication' | 'refused' | 'unreachable' | 'stopped';

/**
 * The reason why no top-up is made at present: the last one failed, the monthly limit is reached, or one was
 * paid back.
 */
export type TopUpProblem = Exclude<TopUpFailure, 'stopped'> | 'monthly' | 'returned';

/** In progress, paid and credited, or failed. */
export type TopUpState = 'open' | 'paid' | 'failed';
