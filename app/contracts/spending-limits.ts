/** Limits that a user sets for the own account: spending caps, and the balance below which a mail is sent. */

/** Periods of a personal cap, both in UTC: the day and the month. */
export const SPENDING_WINDOWS = ['daily', 'monthly'] as const;
export type SpendingWindow = (typeof SPENDING_WINDOWS)[number];

/** One cent and one hundred thousand dollars, in micro-dollars. */
export const MIN_LIMIT_MICRO = 10_000n;
export const MAX_LIMIT_MICRO = 100_000_000_000n;

/** The page that shows and sets the limits. */
export const LIMITS_PATH = '/balance/limits';
