import type { ErrorCode } from '#app/contracts/errors.ts';
import type { Attempt } from '#app/core/generation/record/attempt.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';

/** A speed is measured over at least so much time and text. */
const LEAST_MS = 250;
const LEAST_TOKENS = 10;

/** What the request itself causes: another provider of the model would say the same, or must not be asked. */
const CAUSED_BY_CALL: ReadonlySet<ErrorCode> = new Set(['provider_rejected', 'content_filter']);

/** What an offer refuses because of what was asked of it. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([...CAUSED_BY_CALL, 'context_length']);

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
