const FIRST_PAUSE_MS = 2_000;
const FACTOR = 1.5;
/** Milliseconds after which any job is looked at again. */
export const LONGEST_PAUSE_MS = 30_000;

/** Milliseconds until the next look at a job whose provider does not say when. @param polls looks before this one */
export function pauseAfter(polls: number): number {
  return Math.min(FIRST_PAUSE_MS * FACTOR ** Math.min(polls, 20), LONGEST_PAUSE_MS);
}
