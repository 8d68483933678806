import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';

/**
 * Passes a provider's events on and ends the wait for the next one when nothing comes for too long or when
 * the run is aborted: also for a provider that ignores the signal. Leaving closes the provider's connection.
 * @throws ProviderError provider_stalled, the run's abort reason (RunAborted), or what the provider throws
 */
export async function* watchStream(
  open: (signal: AbortSignal) => AsyncIterable<ProviderEvent>,
  { signal, stallMs }: { signal: AbortSignal; stallMs: number },
): AsyncGenerator<ProviderEvent> {
  const call = new AbortController();
  const leave = () => call.abort(signal.reason);
  let stall = setTimeout(stalled, stallMs);
  function stalled(): void {
    call.abort(new ProviderError('provider_stalled', 'the provider fell silent'));
  }
  const aborted = new Promise<never>((_, reject) => {
    call.signal.addEventListener('abort', () => reject(call.signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const events = open(call.signal)[Symbol.asyncIterator]();
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
      if (call.signal.aborted) throw call.signal.reason as Error;
    }
  } finally {
    clearTimeout(stall);
    signal.removeEventListener('abort', leave);
    call.abort();
    void events.return?.(undefined).then(undefined, () => undefined);
  }
}
