import { setMaxListeners } from 'node:events';

let isLeaving = false;
const leaving = new AbortController();
const gone = new AbortController();
for (const { signal } of [leaving, gone]) setMaxListeners(0, signal);

/** Most milliseconds that the process waits for what it has yet to do at its end. */
const LAST_MS = 2_000;
const unfinished = new Set<Promise<unknown>>();

/** `/readyz` answers 503 from now on. Requests are served as before until the drain begins. */
export function announceLeaving(): void {
  isLeaving = true;
}

/** Whether this process has announced its end. */
export function hasAnnouncedLeaving(): boolean {
  return isLeaving;
}

/** Begins the end of this process: open streams close, so that readers go elsewhere. */
export function startDraining(): void {
  leaving.abort();
}

/** Ends what was let go on to its own end. */
export function endDraining(): void {
  gone.abort();
}

/** Aborted once this process is about to end. Every stream whose reader can go on elsewhere listens to it. */
export function draining(): AbortSignal {
  return leaving.signal;
}

/** Aborted when the time to drain is over: for streams that nobody can take up again. */
export function drained(): AbortSignal {
  return gone.signal;
}

/** Lets this process end only once this is over, good or bad, or after a while. */
export function finishBeforeExit(work: Promise<unknown>): void {
  unfinished.add(work);
  void work.catch(() => undefined).then(() => unfinished.delete(work));
}

/** Waits for all that was to be finished before the end. */
export async function allFinished(): Promise<void> {
  const late = AbortSignal.timeout(LAST_MS);
  const tooLate = new Promise((resolve) => late.addEventListener('abort', resolve, { once: true }));
  await Promise.race([Promise.allSettled(unfinished), tooLate]);
}
