import { isGuardFailure } from './guard.ts';

/**
 * How a transaction knows what it decides on. `pessimistic`: it locks and reads first. `optimistic`: it takes for granted
 * what most often is so and writes at once, by statements that fail where it is otherwise (`guard`).
 */
export type Locking = 'pessimistic' | 'optimistic';

/**
 * Does work optimistically where it may be, and again with locks where that was in vain: nothing is written then.
 * @param onConflict called where it was in vain
 */
export async function optimisticFirst<Result>(
  mayBeOptimistic: boolean,
  work: (locking: Locking) => Promise<Result>,
  onConflict: () => void,
): Promise<Result> {
  if (mayBeOptimistic) {
    try {
      return await work('optimistic');
    } catch (error) {
      if (!isGuardFailure(error)) throw error;
      onConflict();
    }
  }
  return work('pessimistic');
}
