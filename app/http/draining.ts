import { setMaxListeners } from 'node:events';

const leaving = new AbortController();
const gone = new AbortController();
for (const { signal } of [leaving, gone]) setMaxListeners(0, signal);

/** Begins the end of this process: `/readyz` answers 503 and open streams close, so that readers go elsewhere. */
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
