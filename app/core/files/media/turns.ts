import { AppError } from '#app/contracts/errors.ts';
import { Gate, type Turn } from '#app/core/platform/concurrency.ts';

/** An account processes one file of a kind at a time; its other files wait while other accounts go first. */
const BOUNDS = { runningEach: 1, waitingEach: 200 };

/**
 * Lanes of files by their cost: a small image never waits for a large one, nor a video for an image. Decoded
 * images occupy memory and threads, of which the process has four.
 */
const LANES = {
  light: new Gate({ running: 1, ...BOUNDS }),
  heavy: new Gate({ running: 2, ...BOUNDS }),
  video: new Gate({ running: 2, ...BOUNDS }),
};

/** Seconds that a file may take once its turn has begun. */
export const MAX_SECONDS = 30;

/**
 * Processes a file when its turn has come, within a time limit.
 * @param work receives a signal that is aborted when the caller leaves or the time is over
 * @throws AppError file_processing when the time is over, unavailable when too many files of the account
 * wait; the reason of the turn's signal; errors of `work`
 */
export function takeTurn<T>(
  lane: keyof typeof LANES,
  turn: Turn,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return LANES[lane].run(turn, async () => {
    const late = AbortSignal.timeout(MAX_SECONDS * 1000);
    try {
      return await work(turn.signal ? AbortSignal.any([turn.signal, late]) : late);
    } catch (cause) {
      turn.signal?.throwIfAborted();
      throw late.aborted ? new AppError('file_processing', { param: 'file', cause }) : cause;
    }
  });
}
