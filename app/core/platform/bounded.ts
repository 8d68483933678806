import pLimit from 'p-limit';
import { AppError } from '#app/contracts/errors.ts';

/**
 * Lets at most `running` tasks run at a time and at most `waiting` wait, in order of arrival.
 * @throws AppError unavailable (from the returned function) when the queue is full
 */
export function bounded(running: number, waiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(running);
  return async (task) => {
    if (limit.activeCount >= running && limit.pendingCount >= waiting)
      throw new AppError('unavailable', { retryAfterSeconds: 2 });
    return limit(task);
  };
}
