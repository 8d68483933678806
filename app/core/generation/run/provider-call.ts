import type { ErrorCode } from '#app/contracts/errors.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { iterate } from '#app/core/platform/iterate.ts';
import { livedTime } from '#app/core/platform/process/event-loop.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';

/** A speed is measured over at least so much time and text. */
const LEAST_MS = 250;

const LEAST_TOKENS = 10;

/** What the request itself causes: another provider of the model would say the same, or must not be asked. */
const CAUSED_BY_CALL: ReadonlySet<ErrorCode> = new Set(['provider_rejected', 'content_filter']);

/** What an offer refuses because of what was asked of it. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([...CAUSED_BY_CALL, 'context_length']);

/** A timer may come a little early. */
const TIMER_ERROR_MS = 2;

/** Why a call is aborted that nobody listens to any more; the platform's own reason would be made anew each time. */
const OVER = new Error('the call is over');

/** Letters of a piece: some ten tokens. */
const PIECE = 40;

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Whether the request itself is to blame. */
export function isCausedByCall({ code }: ProviderError): boolean {
  return CAUSED_BY_CALL.has(code);
}

/**
 * Whether an offer refused because of what was asked of it. Some answer 403 to words that they do not like: no caller may
 * close an offer for all with such words.
 */
export function isRefusal({ code, status }: Pick<ProviderError, 'code' | 'status'>): boolean {
  return REFUSALS.has(code) || status === 403;
}

/** One call as the receipt lists it. @param error why it did not answer; null where it did */
export function attemptOf(
  { offerId, provider, model }: Candidate,
  { elapsedMs }: CallWatch,
  error: unknown,
): Attempt {
  const { code, status } = error instanceof ProviderError ? error : { code: null, status: null };
  return {
    offerId,
    provider,
    model,
    ms: Math.round(elapsedMs),
    answered: error === null,
    errorCode: code,
    status,
  };
}

/** Watches one call to a provider: what it says of the health of its offer. */
export class CallWatch {
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #firstWord = 0;
  #hasEnded = false;
  #tokens = 0;

  /** Milliseconds since the call began. */
  get elapsedMs(): number {
    return performance.now() - this.#start;
  }

  /** The first word is there. */
  begin(): HealthReport {
    this.#firstWord = performance.now();
    return { kind: 'answered', startedAt: this.#startedAt, firstWordMs: Math.round(this.elapsedMs) };
  }

  see(event: ProviderEvent): void {
    if (event.type === 'finish') this.#hasEnded = true;
    else if (event.type === 'usage') this.#tokens = event.usage.completionTokens;
  }

  /** The stream is over. An answer without a word may be what was asked for, so it says nothing of the offer. */
  end(): HealthReport {
    const startedAt = this.#startedAt;
    if (!this.#hasEnded) return { kind: 'fault', startedAt, code: 'provider_cut', retryAfterMs: null };
    if (this.#firstWord === 0) return { kind: 'left', startedAt };
    return { kind: 'done', startedAt, tokensPerSecond: this.#speed() };
  }

  /** The call has thrown. A run that was ended from outside says nothing of the offer. */
  failure(error: unknown): HealthReport {
    const startedAt = this.#startedAt;
    if (!(error instanceof ProviderError)) return { kind: 'left', startedAt };
    const { code, retryAfterMs } = error;
    if (isRefusal(error)) return { kind: 'refused', startedAt };
    return { kind: 'fault', startedAt, code, retryAfterMs };
  }

  #speed(): number | null {
    const ms = performance.now() - this.#firstWord;
    return ms < LEAST_MS || this.#tokens < LEAST_TOKENS ? null : (this.#tokens * 1000) / ms;
  }
}

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

/** An answer whose words come a few at a time, also where a provider says all of them at once: it can be ended between. */
export async function* inPieces(events: AsyncIterable<ProviderEvent>): AsyncGenerator<ProviderEvent> {
  for await (const event of events) {
    if (event.type === 'text') for (const text of cut(event.text)) yield { type: 'text', text };
    else yield event;
  }
}

/** The text in pieces, none of which ends in half a character. */
export function* cut(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + PIECE, text.length);
    if (end < text.length && HIGH_SURROGATE.test(text.slice(end - 1, end))) end -= 1;
    yield text.slice(at, end);
  }
}
