import { AppError } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';

/** A count takes a moment, and who waits for a turn has it within some of them. */
const PAUSE_SECONDS = 1;

/** Texts that this process is about to count, by account. */
const underWay = new Map<string, number>();
let total = 0;

/**
 * Takes a place among the texts that this process counts at a time. Each of them stays in memory until it has been
 * counted, so the place is taken before the body is read.
 * @returns what gives the place back; said again it does nothing
 * @throws AppError concurrent when the account has all of its places, unavailable when the process has none left
 */
export function takeQuoteSlot(userId: string): () => void {
  const { LIMIT_QUOTES_CONCURRENT: limit, LIMIT_QUOTES_CONCURRENT_PROCESS: most } = config();
  const own = underWay.get(userId) ?? 0;
  if (limit > 0 && own >= limit)
    throw new AppError('concurrent', {
      message: `Only ${limit} text(s) of an account are counted at a time. Please wait for the others.`,
      params: { limit },
      retryAfterSeconds: PAUSE_SECONDS,
    });
  if (most > 0 && total >= most) throw new AppError('unavailable', { retryAfterSeconds: PAUSE_SECONDS });
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
