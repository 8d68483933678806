/** A tab that is hidden only for a moment keeps the lock. */
const GRACE_MS = 1000;

/**
 * Calls `take` in one visible tab of this browser at a time, and calls the function that it returned when the
 * tab is hidden or left, so that the next visible tab takes over; if all are hidden, no tab holds the lock.
 * In a browser without Web Locks every visible tab calls it.
 * @returns stops taking part, and releases the lock
 */
export function holdWhileVisible(name: string, take: () => () => void): () => void {
  let release: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function want(): void {
    clearTimeout(timer);
    if (release) return;
    const asking = new AbortController();
    release = () => asking.abort();
    if (!('locks' in navigator)) {
      release = take();
      return;
    }
    const hold = () =>
      new Promise<void>((resolve) => {
        if (asking.signal.aborted) return resolve();
        const leave = take();
        asking.signal.addEventListener('abort', () => {
          leave();
          resolve();
        });
      });
    // An aborted wait rejects; no action is needed.
    navigator.locks.request(name, { signal: asking.signal }, hold).catch(() => undefined);
  }

  function leave(): void {
    clearTimeout(timer);
    release?.();
    release = undefined;
  }

  function onVisibility(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') want();
    else timer = setTimeout(leave, GRACE_MS);
  }

  document.addEventListener('visibilitychange', onVisibility);
  // A page in the back/forward cache must hold no lock and no connection.
  addEventListener('pagehide', leave);
  addEventListener('pageshow', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', onVisibility);
    leave();
  };
}
