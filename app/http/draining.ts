import { setMaxListeners } from 'node:events';

const leaving = new AbortController();
setMaxListeners(0, leaving.signal);

/** Begins the end of this process: `/readyz` answers 503 and open streams close, so that readers go elsewhere. */
export function startDraining(): void {
  leaving.abort();
}

/** Aborted once this process is about to end. Every open stream listens to it. */
export function draining(): AbortSignal {
  return leaving.signal;
}
