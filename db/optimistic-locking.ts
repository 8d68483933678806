/** The max signed BIGINT: adding to it is an error in a SELECT and in an UPDATE alike, in every SQL mode. */
const LARGEST = '9223372036854775807';

/** The error message of MariaDB, and of MySQL with brackets; only a guard begins the expression like this. */
const RAISED =
  /^BIGINT value is out of range in '\(?9223372036854775807 \+ [a-z_]+\((?:_[a-z0-9]+)?\\?'guard:/;

/**
 * How a transaction verifies its assumptions. `pessimistic`: it locks and reads first. `optimistic`: it
 * assumes the common case and writes at once, with statements that fail if the assumption is wrong (`guard`).
 */
export type Locking = 'pessimistic' | 'optimistic';

/** The same as a failed guard, if it is known without the database that one would fail. */
export class GuardFailure extends Error {}

/**
 * An SQL expression that fails as soon as it is evaluated, with the guard's name in the error: used as the
 * ELSE of a CASE by which a statement requires its assumption to be true. With guards, later statements of
 * one round trip can depend on the results of earlier ones.
 * @param name of the guard, for the error message: letters and hyphens
 */
export function guard(name: 'hold' | 'held' | 'row' | 'run-slots' | 'conversation' | 'send'): string {
  return `(${LARGEST} + LENGTH('guard:${name}'))`;
}

/** True if a statement failed because of its `guard`, and not for another reason. */
export function isGuardFailure(error: unknown): boolean {
  if (error instanceof GuardFailure) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ER_DATA_OUT_OF_RANGE' && RAISED.test(error.message);
}

/**
 * Runs work optimistically if allowed, and again with locks if a guard failed: the failed try has written
 * nothing.
 * @param onConflict called when the optimistic try failed
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
