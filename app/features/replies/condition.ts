/** A condition variable: several waits end together when something happens. */
export function createCondition() {
  const waiting = new Set<() => void>();

  return {
    notify(): void {
      for (const wake of waiting) wake();
    },
    /** Resolves at the next `notify`, when the signal aborts, or after `milliseconds`. */
    wait(signal: AbortSignal, milliseconds?: number): Promise<void> {
      if (signal.aborted || (milliseconds !== undefined && milliseconds <= 0)) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = milliseconds === undefined ? undefined : setTimeout(wake, milliseconds);
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    },
  };
}
