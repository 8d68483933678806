import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '#app/contracts/errors.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { CallWatch, isCausedByCall } from './call-watch.ts';
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
  /** Whether a candidate is likely to answer; those that are not are asked when nobody else is left. */
  isReady(candidate: Candidate): Promise<boolean>;
  /** Hears who begins to answer, before the first word is passed on. */
  onBegin(candidate: Candidate): void;
  onAttempt(attempt: Attempt): void;
  /** Hears how each call went, also of what happens after the first word. */
  onHealth(candidate: Candidate, report: HealthReport): void;
  signal: AbortSignal;
}

/** The whole list is gone through twice: what fails for a moment often answers a moment later. */
const ROUNDS = 2;
const PAUSE_MS = 300;
/** A provider that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 2_000;

/**
 * Calls candidates in order until one begins to answer, and passes on what that one says. Before the first
 * word a failure, a silence or an empty answer leads to the next; after it nothing does, because two voices
 * never mix in one reply. What the request itself causes leads to another model, if the caller named one.
 * @throws what the last candidate threw; what came out of the one that had begun; the signal's reason
 */
export async function* withFailover(
  candidates: readonly Candidate[],
  options: FailoverOptions,
): AsyncGenerator<ProviderEvent> {
  let left = [...candidates];
  for (let round = 1; left.length > 0; round += 1) {
    let again: Candidate[] = [];
    let pauseMs = PAUSE_MS;
    while (left.length > 0) {
      const candidate = await takeNext(left, options);
      const result = yield* attempt(candidate, options);
      if (result.begun) return;
      const { error } = result;
      if (options.signal.aborted || (error !== null && !(error instanceof ProviderError))) {
        if (error) throw error;
        yield* result.events;
        return;
      }
      if (error && isCausedByCall(error)) {
        left = left.filter(({ model }) => model !== candidate.model);
        again = again.filter(({ model }) => model !== candidate.model);
      } else if (error && isRetryable(error)) again.push(candidate);
      pauseMs = Math.max(pauseMs, error?.retryAfterMs ?? 0);
      if (left.length > 0 || (round < ROUNDS && again.length > 0)) continue;
      if (error) throw error;
      yield* result.events;
      return;
    }
    left = again;
    await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal.throwIfAborted();
  }
}

/** Takes the first candidate that is ready out of the list, or the first of all when none is. */
async function takeNext(left: Candidate[], { isReady }: FailoverOptions): Promise<Candidate> {
  let place = 0;
  for (; place < left.length; place += 1) if (await isReady(left[place]!)) break;
  const [candidate] = left.splice(place < left.length ? place : 0, 1);
  return candidate!;
}

/** What one candidate made of it. `events` are what it said without saying a word. */
interface Failure {
  begun: false;
  error: unknown;
  events: ProviderEvent[];
}

async function* attempt(
  candidate: Candidate,
  { call, onBegin, onAttempt, onHealth }: FailoverOptions,
): AsyncGenerator<ProviderEvent, { begun: true } | Failure> {
  const watch = new CallWatch();
  const note = (error: unknown) => {
    const { code, status } = error instanceof ProviderError ? error : { code: null, status: null };
    const { offerId, provider, model } = candidate;
    onAttempt({
      offerId,
      provider,
      model,
      ms: Math.round(watch.elapsedMs),
      answered: error === null,
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
        onHealth(candidate, watch.begin());
        onBegin(candidate);
        yield* held;
      }
      watch.see(event);
      if (begun) yield event;
      else held.push(event);
    }
  } catch (error) {
    onHealth(candidate, watch.failure(error));
    if (begun) throw error;
    note(error);
    return { begun: false, error, events: held };
  }
  onHealth(candidate, watch.end());
  if (begun) return { begun };
  note(new ProviderError('empty_completion', 'the provider said nothing'));
  return { begun: false, error: null, events: held };
}

function isWord(event: ProviderEvent): boolean {
  return event.type !== 'usage' && event.type !== 'finish';
}

function isRetryable({ retryable, retryAfterMs }: ProviderError): boolean {
  return retryable && (retryAfterMs ?? 0) <= LONGEST_PAUSE_MS;
}
