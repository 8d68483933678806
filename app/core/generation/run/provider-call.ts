import type { ErrorCode } from '#app/contracts/errors.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { iterate } from '#app/core/platform/iterate.ts';
import { runningTime } from '#app/core/platform/process/event-loop.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';

/** Min duration in milliseconds and min tokens to measure a speed. */
const MIN_MS = 250;

const MIN_TOKENS = 10;

/**
 * Errors caused by the request: another provider of the model would return the same, or must not be called.
 */
const CAUSED_BY_CALL: ReadonlySet<ErrorCode> = new Set(['provider_rejected', 'content_filter']);

/** Errors of an offer that refuses a request because of its content. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([...CAUSED_BY_CALL, 'context_length']);

/** A timer may fire this much early, in milliseconds. */
const TIMER_ERROR_MS = 2;

/** Abort reason of a call that has ended; the platform would otherwise create a new one each time. */
const CALL_ENDED = new Error('the call is over');

/** Characters of a piece: about ten tokens. */
const PIECE = 40;

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Whether the request itself caused an error. */
export function isCausedByCall({ code }: ProviderError): boolean {
  return CAUSED_BY_CALL.has(code);
}

/**
 * Whether an offer refused a request because of its content. Some return 403 for content that they disallow:
 * no caller may close an offer for all others with such content.
 */
export function isRefusal({ code, status }: Pick<ProviderError, 'code' | 'status'>): boolean {
  return REFUSALS.has(code) || status === 403;
}

/**
 * Describes one call for the receipt.
 * @param error the reason why it did not answer; null if it did
 */
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

/** Watches one provider call and reports the health of its offer. */
export class CallWatch {
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #firstOutput = 0;
  #hasEnded = false;
  #tokens = 0;

  /** Milliseconds since the call began. */
  get elapsedMs(): number {
    return performance.now() - this.#start;
  }

  /** Notes the first output. */
  begin(): HealthReport {
    this.#firstOutput = performance.now();
    return { kind: 'answered', startedAt: this.#startedAt, firstWordMs: Math.round(this.elapsedMs) };
  }

  see(event: ProviderEvent): void {
    if (event.type === 'finish') this.#hasEnded = true;
    else if (event.type === 'usage') this.#tokens = event.usage.completionTokens;
  }

  /**
   * Notes the end of the stream. An answer without output may have been requested, so it says nothing about
   * the offer.
   */
  end(): HealthReport {
    const startedAt = this.#startedAt;
    if (!this.#hasEnded) return { kind: 'fault', startedAt, code: 'provider_cut', retryAfterMs: null };
    if (this.#firstOutput === 0) return { kind: 'left', startedAt };
    return { kind: 'done', startedAt, tokensPerSecond: this.#speed() };
  }

  /** Notes an error of the call. A run that was aborted from outside says nothing about the offer. */
  failure(error: unknown): HealthReport {
    const startedAt = this.#startedAt;
    if (!(error instanceof ProviderError)) return { kind: 'left', startedAt };
    const { code, retryAfterMs } = error;
    if (isRefusal(error)) return { kind: 'refused', startedAt };
    return { kind: 'fault', startedAt, code, retryAfterMs };
  }

  #speed(): number | null {
    const ms = performance.now() - this.#firstOutput;
    return ms < MIN_MS || this.#tokens < MIN_TOKENS ? null : (this.#tokens * 1000) / ms;
  }
}

/**
 * Passes a provider's events on and ends the wait for the next one when none arrives for too long or when the
 * run is aborted: also for a provider that ignores the signal. Leaving (`return`) closes the provider's
 * connection.
 * @throws ProviderError provider_stalled, the run's abort reason (RunAborted), or the provider's error
 */
export function watchStream(
  open: (signal: AbortSignal) => AsyncIterable<ProviderEvent>,
  { signal, stallMs }: { signal: AbortSignal; stallMs: number },
): AsyncIterableIterator<ProviderEvent> {
  const call = new AbortController();
  /** Reason why the run or a stall ended the call. */
  let aborted: { reason: unknown } | null = null;
  /** Rejects the wait for the next event, while there is one. */
  let interrupt: ((reason: unknown) => void) | null = null;
  const abort = (reason: unknown) => {
    aborted = { reason };
    call.abort(reason);
    interrupt?.(reason);
  };
  const leave = () => abort(signal.reason);
  /** Time of the request for the next event, on a clock that stops while this process is suspended. */
  let requestedAt = runningTime();
  const stall = setTimeout(() => {
    // While no consumer waits, as when the database is away, the provider is not the slow part.
    if (!interrupt) return;
    // Nor is it after this process was suspended, which the timer does not see: events may be waiting to be
    // read.
    if (runningTime() - requestedAt < stallMs - TIMER_ERROR_MS) stall.refresh();
    else abort(new ProviderError('provider_stalled', 'the provider fell silent'));
  }, stallMs);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const events = open(call.signal)[Symbol.asyncIterator]();

  // Created once instead of for each token.
  let resolve: (event: ProviderEvent | undefined) => void;
  const pass = (result: IteratorResult<ProviderEvent>) => {
    interrupt = null;
    resolve(result.value as ProviderEvent | undefined);
  };
  const fail = (reason: unknown) => interrupt?.(reason);
  const wait: ConstructorParameters<typeof Promise<ProviderEvent | undefined>>[0] = (taken, refused) => {
    resolve = taken;
    // If the abort wins, later events and errors of the provider are discarded.
    interrupt = refused;
    if (aborted) return refused(aborted.reason);
    requestedAt = runningTime();
    stall.refresh();
    events.next().then(pass, fail);
  };

  return iterate({
    next: () => new Promise(wait),
    end() {
      clearTimeout(stall);
      signal.removeEventListener('abort', leave);
      call.abort(CALL_ENDED);
      void events.return?.(undefined).then(undefined, () => undefined);
    },
  });
}

/** Splits text into pieces of a few tokens, so that an answer can be ended between them. */
export async function* splitTextEvents(events: AsyncIterable<ProviderEvent>): AsyncGenerator<ProviderEvent> {
  for await (const event of events) {
    if (event.type === 'text') for (const text of splitText(event.text)) yield { type: 'text', text };
    else yield event;
  }
}

/** Splits a text into pieces, none of which ends within a surrogate pair. */
export function* splitText(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + PIECE, text.length);
    if (end < text.length && HIGH_SURROGATE.test(text.slice(end - 1, end))) end -= 1;
    yield text.slice(at, end);
  }
}
