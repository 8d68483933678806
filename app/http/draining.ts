import { setMaxListeners } from 'node:events';
import type { Handler } from './connection/handlers.ts';

let isLeaving = false;
const leaving = new AbortController();
const gone = new AbortController();
for (const { signal } of [leaving, gone]) setMaxListeners(0, signal);

/** Maximum number of milliseconds that the process waits at its end for unfinished work. */
const LAST_MS = 2_000;
const unfinished = new Set<Promise<unknown>>();

/** Makes `/readyz` answer 503 from now on. Requests are served as before until the drain begins. */
export function announceLeaving(): void {
  isLeaving = true;
}

/** Tells whether this process has announced its end. */
export function hasAnnouncedLeaving(): boolean {
  return isLeaving;
}

/**
 * After the process has announced its end, answers requests with `Connection: close`. An answer that began
 * before could not announce it; its connection closes as it ends. A proxy would send another call on it, which
 * would have only the rest of the time to drain.
 */
export const closeAfterAnswers: Handler = (req, res, next) => {
  if (isLeaving) res.setHeader('connection', 'close');
  else
    res.once('finish', () => {
      if (isLeaving) req.socket.destroySoon();
    });
  next();
};

/** Begins the end of this process: open streams close, so that readers reconnect to another process. */
export function startDraining(): void {
  leaving.abort();
}

/** Ends the streams that were allowed to finish by themselves. */
export function endDraining(): void {
  gone.abort();
}

/**
 * Aborted once this process is about to end. Every stream whose reader can resume elsewhere listens to it.
 */
export function draining(): AbortSignal {
  return leaving.signal;
}

/** Aborted when the time to drain is over: for streams that cannot be resumed. */
export function drained(): AbortSignal {
  return gone.signal;
}

/** Delays the end of this process until the work has settled, or until a maximum time. */
export function finishBeforeExit(work: Promise<unknown>): void {
  unfinished.add(work);
  void work.catch(() => undefined).then(() => unfinished.delete(work));
}

/** Waits for all work that has to finish before the process ends. */
export async function allFinished(): Promise<void> {
  const late = AbortSignal.timeout(LAST_MS);
  const tooLate = new Promise((resolve) => late.addEventListener('abort', resolve, { once: true }));
  await Promise.race([Promise.allSettled(unfinished), tooLate]);
}
