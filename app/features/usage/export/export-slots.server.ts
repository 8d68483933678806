import { AppError } from '#app/contracts/errors.ts';

/** Exports that a process writes for one person at a time. Each reads much of the database. */
const MOST = 2;
const PAUSE_SECONDS = 10;

const underWay = new Map<string, number>();

/**
 * Takes a place among the exports of a person.
 * @returns what gives it back
 * @throws AppError concurrent when both are taken
 */
export function takeExportSlot(userId: string): () => void {
  const own = underWay.get(userId) ?? 0;
  if (own >= MOST)
    throw new AppError('concurrent', {
      message: `Only ${MOST} exports of an account are written at a time. Please wait for the others.`,
      params: { limit: MOST },
      retryAfterSeconds: PAUSE_SECONDS,
    });
  underWay.set(userId, own + 1);
  return () => {
    const left = underWay.get(userId)! - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  };
}
