import { AppError } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';

/** A count takes a moment, and a waiting one gets its turn within a few of them. */
const PAUSE_SECONDS = 1;

/** Number of texts that this process is about to count, by account. */
const underWay = new Map<string, number>();
let total = 0;

/**
 * Reserves a slot among the texts that this process counts at a time. Each of them stays in memory until it
 * has been counted, so the slot is reserved before the body is read.
 * @returns a function that releases the slot; further calls do nothing
 * @throws AppError concurrent when the account has used all of its slots, unavailable when the process has
 * none left
 */
export function takeQuoteSlot(userId: string): () => void {
  const { LIMIT_QUOTES_CONCURRENT: limit, LIMIT_QUOTES_CONCURRENT_PROCESS: maxTotal } = config();
  const own = underWay.get(userId) ?? 0;
  if (limit > 0 && own >= limit)
    throw new AppError('concurrent', {
      message: `Only ${limit} text(s) of an account are counted at a time. Please wait for the others.`,
      params: { limit },
      retryAfterSeconds: PAUSE_SECONDS,
    });
  if (maxTotal > 0 && total >= maxTotal)
    throw new AppError('unavailable', { retryAfterSeconds: PAUSE_SECONDS });
  underWay.set(userId, own + 1);
  total += 1;
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    total -= 1;
    const left = underWay.get(userId)! - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  };
}
