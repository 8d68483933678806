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
  const stall = setTimeout(stalled, stallMs);
  function stalled(): void {
    call.abort(new ProviderError('provider_stalled', 'the provider fell silent'));
  }
  let interrupt: (reason: Error) => void = () => undefined;
  call.signal.addEventListener('abort', () => interrupt(call.signal.reason as Error), { once: true });
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const events = open(call.signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      if (call.signal.aborted) throw call.signal.reason as Error;
      // When the abort wins, what the provider says or throws afterwards has no reader.
      const { done, value } = await new Promise<IteratorResult<ProviderEvent>>((resolve, reject) => {
        interrupt = reject;
        events.next().then(resolve, reject);
      });
      if (done) return;
      stall.refresh();
      yield value;
    }
  } finally {
    clearTimeout(stall);
    signal.removeEventListener('abort', leave);
    call.abort();
    void events.return?.(undefined).then(undefined, () => undefined);
  }
}
