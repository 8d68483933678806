import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';

/**
 * Passes a provider's events on and ends the wait for the next one when nothing comes for too long or when
 * the run is aborted: also for a provider that ignores the signal. Leaving (`return`) closes the provider's connection.
 * Written as an iterator and not as a generator: every token comes through it.
 * @throws ProviderError provider_stalled, the run's abort reason (RunAborted), or what the provider throws
 */
export function watchStream(
  open: (signal: AbortSignal) => AsyncIterable<ProviderEvent>,
  { signal, stallMs }: { signal: AbortSignal; stallMs: number },
): AsyncIterableIterator<ProviderEvent> {
  const call = new AbortController();
  let isOver = false;
  /** Ends the wait for the next event, while there is one. */
  let interrupt: (reason: unknown) => void = () => undefined;
  const abort = (reason: unknown) => {
    call.abort(reason);
    interrupt(reason);
  };
  const leave = () => abort(signal.reason);
  const stall = setTimeout(
    () => abort(new ProviderError('provider_stalled', 'the provider fell silent')),
    stallMs,
  );
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const events = open(call.signal)[Symbol.asyncIterator]();

  function end(): void {
    isOver = true;
    clearTimeout(stall);
    signal.removeEventListener('abort', leave);
    call.abort();
    void events.return?.(undefined).then(undefined, () => undefined);
  }

  async function next(): Promise<IteratorResult<ProviderEvent>> {
    if (isOver) return { done: true, value: undefined };
    try {
      if (call.signal.aborted) throw call.signal.reason as Error;
      const result = await new Promise<IteratorResult<ProviderEvent>>((resolve, reject) => {
        // When the abort wins, what the provider says or throws afterwards has no reader.
        interrupt = reject;
        events.next().then(resolve, reject);
      });
      if (result.done) end();
      else stall.refresh();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next,
    async return() {
      if (!isOver) end();
      return { done: true, value: undefined };
    },
  };
}
