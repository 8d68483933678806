import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { RunAborted } from './running-reply.ts';

/**
 * Passes a provider's events on and ends the wait for the next one when nothing comes for too long, when the
 * whole takes too long, or when the run is aborted: also for a provider that ignores the signal.
 * @throws the abort reason (RunAborted), or what the provider throws
 */
export async function* watchStream(
  open: (signal: AbortSignal) => AsyncIterable<ProviderEvent>,
  { abort, stallMs, deadlineMs }: { abort: AbortController; stallMs: number; deadlineMs: number },
): AsyncGenerator<ProviderEvent> {
  const deadline = setTimeout(() => abort.abort(new RunAborted('deadline')), deadlineMs);
  let stall = setTimeout(stalled, stallMs);
  function stalled(): void {
    abort.abort(new RunAborted('stalled'));
  }
  const aborted = new Promise<never>((_, reject) => {
    if (abort.signal.aborted) reject(abort.signal.reason as Error);
    else abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  const events = open(abort.signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = events.next();
      // When the abort wins, what the provider throws afterwards has no reader.
      next.catch(() => undefined);
      const { done, value } = await Promise.race([next, aborted]);
      if (done) return;
      clearTimeout(stall);
      stall = setTimeout(stalled, stallMs);
      yield value;
      if (abort.signal.aborted) throw abort.signal.reason as Error;
    }
  } finally {
    clearTimeout(deadline);
    clearTimeout(stall);
    void events.return?.(undefined).then(undefined, () => undefined);
  }
}
