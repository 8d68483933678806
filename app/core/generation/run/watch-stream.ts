import { iterate } from '#app/core/platform/iterate.ts';
import { livedTime } from '#app/core/platform/process/event-loop.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';

/** A timer may come a little early. */
const TIMER_ERROR_MS = 2;

/** Why a call is aborted that nobody listens to any more; the platform's own reason would be made anew each time. */
const OVER = new Error('the call is over');

/**
 * Passes a provider's events on and ends the wait for the next one when nothing comes for too long or when
 * the run is aborted: also for a provider that ignores the signal. Leaving (`return`) closes the provider's connection.
 * @throws ProviderError provider_stalled, the run's abort reason (RunAborted), or what the provider throws
 */
export function watchStream(
  open: (signal: AbortSignal) => AsyncIterable<ProviderEvent>,
  { signal, stallMs }: { signal: AbortSignal; stallMs: number },
): AsyncIterableIterator<ProviderEvent> {
  const call = new AbortController();
  /** Why the run or its silence ended the call. */
  let aborted: { reason: unknown } | null = null;
  /** Ends the wait for the next event, while there is one. */
  let interrupt: ((reason: unknown) => void) | null = null;
  const abort = (reason: unknown) => {
    aborted = { reason };
    call.abort(reason);
    interrupt?.(reason);
  };
  const leave = () => abort(signal.reason);
  /** Since when the provider has been asked for the next event, in the time that this process has lived. */
  let asked = livedTime();
  const stall = setTimeout(() => {
    // While nobody asks, as when the database is away, it is not the provider that is slow.
    if (!interrupt) return;
    // Nor is it while this process stood still, of which the timer knows nothing: what was said is still to be heard.
    if (livedTime() - asked < stallMs - TIMER_ERROR_MS) stall.refresh();
    else abort(new ProviderError('provider_stalled', 'the provider fell silent'));
  }, stallMs);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const events = open(call.signal)[Symbol.asyncIterator]();

  // Made once, and not for each token.
  let resolve: (event: ProviderEvent | undefined) => void;
  const pass = (result: IteratorResult<ProviderEvent>) => {
    interrupt = null;
    resolve(result.value as ProviderEvent | undefined);
  };
  const fail = (reason: unknown) => interrupt?.(reason);
  const wait: ConstructorParameters<typeof Promise<ProviderEvent | undefined>>[0] = (taken, refused) => {
    resolve = taken;
    // When the abort wins, what the provider says or throws afterwards has no reader.
    interrupt = refused;
    if (aborted) return refused(aborted.reason);
    asked = livedTime();
    stall.refresh();
    events.next().then(pass, fail);
  };

  return iterate({
    next: () => new Promise(wait),
    end() {
      clearTimeout(stall);
      signal.removeEventListener('abort', leave);
      call.abort(OVER);
      void events.return?.(undefined).then(undefined, () => undefined);
    },
  });
}
