import { AppError } from '#app/contracts/errors.ts';

/**
 * Lets at most `running` tasks run at a time and at most `waiting` wait, in order of arrival.
 * @throws AppError unavailable (from the returned function) when the queue is full
 */
export function bounded(running: number, waiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let active = 0;
  return async (task) => {
    if (active >= running) {
      if (queue.length >= waiting) throw new AppError('unavailable', { retryAfterSeconds: 2 });
      // Who is woken takes over the place of the task that ended: `active` stays.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else active += 1;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
