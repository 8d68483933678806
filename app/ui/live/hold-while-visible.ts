/** A tab that is hidden for a moment only keeps what it holds. */
const GRACE_MS = 1000;

/**
 * Gives `take` to one visible tab of this browser at a time, and calls what it returned when the tab is
 * hidden or left, so that the next visible one takes over; when all are hidden nobody holds it. A browser
 * without Web Locks gives it to every visible tab.
 * @returns stops taking part, and lets go
 */
export function holdWhileVisible(name: string, take: () => () => void): () => void {
  let letGo: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function want(): void {
    clearTimeout(timer);
    if (letGo) return;
    const asking = new AbortController();
    letGo = () => asking.abort();
    if (!('locks' in navigator)) {
      letGo = take();
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
    // An aborted wait rejects; there is nothing to do about it.
    navigator.locks.request(name, { signal: asking.signal }, hold).catch(() => undefined);
  }

  function leave(): void {
    clearTimeout(timer);
    letGo?.();
    letGo = undefined;
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
