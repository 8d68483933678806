import { AppError } from '#app/contracts/errors.ts';
import { Gate, type Leave } from '#app/core/platform/concurrency.ts';

/** Exports and pages to print that a process writes for one user at the same time. Each reads much. */
const MAX_EXPORTS = 2;

const PAUSE_SECONDS = 10;

const slots = new Gate({ runningEach: MAX_EXPORTS });

/**
 * Takes one of the user's export slots.
 * @returns the function that releases it
 * @throws AppError concurrent if all are taken
 */
export function takeExportSlot(userId: string): Leave {
  const slot = slots.take(userId);
  if (typeof slot === 'function') return slot;
  throw new AppError('concurrent', {
    message: `Only ${MAX_EXPORTS} exports of an account are written at a time. Please wait for the others.`,
    params: { limit: MAX_EXPORTS },
    retryAfterSeconds: PAUSE_SECONDS,
  });
}
