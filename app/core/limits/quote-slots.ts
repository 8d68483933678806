import { AppError } from '#app/contracts/errors.ts';
import { Gate, type Leave } from '#app/core/platform/concurrency.ts';
import { config } from '#app/core/platform/config.ts';

/** A count takes a moment, and a waiting one gets its turn within a few of them. */
const PAUSE_SECONDS = 1;

/** The texts that this process is about to count, by account. */
let slots: Gate | undefined;

/**
 * Reserves a slot among the texts that this process counts at a time. Each of them stays in memory until it
 * has been counted, so the slot is reserved before the body is read.
 * @returns a function that releases the slot; further calls do nothing
 * @throws AppError concurrent when the account has used all of its slots, unavailable when the process has
 * none left
 */
export function takeQuoteSlot(userId: string): Leave {
  const { LIMIT_QUOTES_CONCURRENT: limit, LIMIT_QUOTES_CONCURRENT_PROCESS: maxTotal } = config();
  slots ??= new Gate({ running: maxTotal || Infinity, runningEach: limit || Infinity });
  const slot = slots.take(userId);
  if (slot === 'owner')
    throw new AppError('concurrent', {
      message: `Only ${limit} text(s) of an account are counted at a time. Please wait for the others.`,
      params: { limit },
      retryAfterSeconds: PAUSE_SECONDS,
    });
  if (slot === 'all') throw new AppError('unavailable', { retryAfterSeconds: PAUSE_SECONDS });
  return slot;
}
