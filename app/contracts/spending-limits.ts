/** What a person sets for the own account: caps of its spending, and the balance below which a mail is sent. */

/** Windows of a personal cap, both in UTC: the day and the month. */
export const SPENDING_WINDOWS = ['daily', 'monthly'] as const;
export type SpendingWindow = (typeof SPENDING_WINDOWS)[number];

/** A cent and a hundred thousand dollars, in micro-dollars. */
export const LIMIT_LEAST_MICRO = 10_000n;
export const LIMIT_MOST_MICRO = 100_000_000_000n;

/** Where they are set, and seen by themselves. */
export const LIMITS_PATH = '/balance/limits';
