import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { Candidate } from './candidate.ts';

/** One call to a provider, as the receipt lists it. */
export interface Attempt {
  offerId: string | null;
  provider: string;
  model: string;
  /** Milliseconds from its start to its first word, or to its failure. */
  ms: number;
  answered: boolean;
  /** Why it did not answer; null also where the run ended before it could. */
  errorCode: ErrorCode | null;
  status: number | null;
}

interface FailoverOptions {
  call(candidate: Candidate): AsyncIterable<ProviderEvent>;
  /** Hears who begins to answer, before the first word is passed on. */
  onBegin(candidate: Candidate): void;
  onAttempt(attempt: Attempt): void;
  signal: AbortSignal;
}

/** The whole list is gone through twice: what fails for a moment often answers a moment later. */
const ROUNDS = 2;
const PAUSE_MS = 300;
/** A provider that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 2_000;

/** What the request itself causes: another provider would say the same, or must not be asked. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['provider_rejected', 'content_filter']);

/**
 * Calls candidates in order until one begins to answer, and passes on what that one says. Before the first
 * word a failure, a silence or an empty answer leads to the next; after it nothing does, because two voices
 * never mix in one reply.
 * @throws what the last candidate threw; what came out of the one that had begun; the signal's reason
 */
export async function* withFailover(
  candidates: readonly Candidate[],
  options: FailoverOptions,
): AsyncGenerator<ProviderEvent> {
  let left = [...candidates];
  for (let round = 1; left.length > 0; round += 1) {
    const again: Candidate[] = [];
    let pauseMs = PAUSE_MS;
    for (const [index, candidate] of left.entries()) {
      const result = yield* attempt(candidate, options);
      if (result.begun) return;
      const { error } = result;
      const isLast =
        index === left.length - 1 && (round === ROUNDS || !(again.length > 0 || isRetryable(error)));
      if (options.signal.aborted || isFinal(error) || isLast) {
        if (error) throw error;
        yield* result.events;
        return;
      }
      if (isRetryable(error)) again.push(candidate);
      pauseMs = Math.max(pauseMs, retryAfter(error));
    }
    left = again;
    await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal.throwIfAborted();
  }
}

/** What one candidate made of it. `events` are what it said without saying a word. */
interface Failure {
  begun: false;
  error: unknown;
  events: ProviderEvent[];
}

async function* attempt(
  candidate: Candidate,
  { call, onBegin, onAttempt }: FailoverOptions,
): AsyncGenerator<ProviderEvent, { begun: true } | Failure> {
  const startedAt = performance.now();
  const note = (error: unknown) => {
    const answered = error === null;
    const { code, status } = error instanceof ProviderError ? error : { code: null, status: null };
    const { offerId, provider, model } = candidate;
    onAttempt({
      offerId,
      provider,
      model,
      ms: Math.round(performance.now() - startedAt),
      answered,
      errorCode: code,
      status,
    });
  };
  const held: ProviderEvent[] = [];
  let begun = false;
  try {
    for await (const event of call(candidate)) {
      if (!begun && isWord(event)) {
        begun = true;
        note(null);
        onBegin(candidate);
        yield* held;
      }
      if (begun) yield event;
      else held.push(event);
    }
  } catch (error) {
    if (begun) throw error;
    note(error);
    return { begun: false, error, events: held };
  }
  if (begun) return { begun };
  note(new ProviderError('empty_completion', 'the provider said nothing'));
  return { begun: false, error: null, events: held };
}

function isWord(event: ProviderEvent): boolean {
  return event.type === 'text' || event.type === 'thinking' || event.type === 'delta';
}

function isFinal(error: unknown): boolean {
  return error !== null && (!(error instanceof ProviderError) || FINAL.has(error.code));
}

function isRetryable(error: unknown): boolean {
  return error instanceof ProviderError && error.retryable && retryAfter(error) <= LONGEST_PAUSE_MS;
}

function retryAfter(error: unknown): number {
  return error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
}
