/** The largest signed BIGINT: to add to it is an error in a SELECT and in an UPDATE alike, whatever the mode is. */
const LARGEST = '9223372036854775807';

/** The error's words, of MariaDB and with MySQL's brackets; nothing but a guard begins the expression like that. */
const RAISED =
  /^BIGINT value is out of range in '\(?9223372036854775807 \+ [a-z_]+\((?:_[a-z0-9]+)?\\?'guard:/;

/**
 * How a transaction knows what it decides on. `pessimistic`: it locks and reads first. `optimistic`: it takes for granted
 * what most often is so and writes at once, by statements that fail where it is otherwise (`guard`).
 */
export type Locking = 'pessimistic' | 'optimistic';

/** The same as a failed guard, where it is plain without the database that one would fail. */
export class GuardFailure extends Error {}

/**
 * An expression that fails as soon as it is evaluated, and says whose it is: the ELSE of a CASE by which a statement
 * requires that something is as its sender takes for granted. Who sends several statements in one round trip can have
 * the later ones depend on what the earlier ones find.
 * @param name of the guard, for who reads the error: letters and hyphens
 */
export function guard(name: 'hold' | 'held' | 'row' | 'run-slots'): string {
  return `(${LARGEST} + LENGTH('guard:${name}'))`;
}

/** Whether a statement failed because of its `guard`, and of nothing else. */
export function isGuardFailure(error: unknown): boolean {
  if (error instanceof GuardFailure) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ER_DATA_OUT_OF_RANGE' && RAISED.test(error.message);
}

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
