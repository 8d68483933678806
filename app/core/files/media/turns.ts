import { AppError } from '#app/contracts/errors.ts';
import { fairTurns, type Turn } from '#app/core/platform/concurrency.ts';

/** An account works on one file of a kind at a time: the others wait, and other accounts go first. */
const BOUNDS = { perAccount: 1, waiting: 200 };

/**
 * Turns of files by what they cost: a small picture never waits for a large one, nor a video for a picture. Unpacked
 * pictures fill memory and threads, of which the process has four.
 */
const LANES = {
  light: fairTurns({ running: 1, ...BOUNDS }),
  heavy: fairTurns({ running: 2, ...BOUNDS }),
  video: fairTurns({ running: 2, ...BOUNDS }),
};

/** Seconds that a file may take once its turn has come. */
export const MAX_SECONDS = 30;

/**
 * Works on a file when its turn has come, within a time limit.
 * @param work gets a signal that is aborted when the caller leaves or the time is over
 * @throws AppError file_processing where the time is over, unavailable where too many files of the account wait; the reason
 *   of the turn's signal; what `work` throws
 */
export function takeTurn<T>(
  lane: keyof typeof LANES,
  turn: Turn,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return LANES[lane](turn, async () => {
    const late = AbortSignal.timeout(MAX_SECONDS * 1000);
    try {
      return await work(turn.signal ? AbortSignal.any([turn.signal, late]) : late);
    } catch (cause) {
      turn.signal?.throwIfAborted();
      throw late.aborted ? new AppError('file_processing', { param: 'file', cause }) : cause;
    }
  });
}
