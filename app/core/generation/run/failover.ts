import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { attemptOf, CallWatch, isCausedByCall } from './provider-call.ts';

interface FailoverOptions {
  call(candidate: Candidate): AsyncIterableIterator<ProviderEvent>;
  /** Whether a candidate is likely to answer; the others are called last. */
  isReady(candidate: Candidate): Promise<boolean>;
  /** Whether an end without output counts as an answer; `events` are all of its events. */
  isAnswer(candidate: Candidate, events: readonly ProviderEvent[]): boolean;
  /**
   * Whether one further candidate may be called after an empty end: it may bill a prompt that no user pays
   * for.
   */
  mayCallFurther(): Promise<boolean>;
  /** Called at once with the usage that a candidate reports before its first output. */
  onCount(usage: TokenUsage): void;
  /** Called with the candidate that begins to answer, before its first output is passed on. */
  onBegin(candidate: Candidate): void;
  onAttempt(attempt: Attempt): void;
  /** Called with the result of each call, and with failures after the first output. */
  onHealth(candidate: Candidate, report: HealthReport): void;
  signal: AbortSignal;
}

/** The list is tried twice: momentary failures often succeed a moment later. */
const ROUNDS = 2;

const PAUSE_MS = 300;

/** Max pause in milliseconds: a provider that asks for a longer one is not waited for. */
const MAX_PAUSE_MS = 2_000;

/**
 * Calls candidates in order until one begins to answer, and passes on its output. Before the first output a
 * failure or a stall leads to the next candidate, and an empty answer to one more at most; after it there is
 * no failover, because two answers must never mix in one reply. An error that the request itself causes leads
 * to another model, if the caller named one.
 * @throws the last candidate's error; the error of the candidate that had begun; the signal's reason
 */
export function withFailover(
  candidates: readonly Candidate[],
  options: FailoverOptions,
): AsyncIterableIterator<ProviderEvent> {
  const answer = new Answer(candidates, options);
  return iterate(answer);
}

/** Events of the candidate that began to answer, or of the last one that failed. */
class Answer implements Source<ProviderEvent> {
  private found: Begun | Failure | null = null;
  /** The candidate that answers, once its events up to the first output have been passed on. */
  private answering: Begun | null = null;

  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly options: FailoverOptions,
  ) {}

  next(): Promise<ProviderEvent | undefined> {
    return this.answering ? this.answering.rest.next().then(this.pass, this.fail) : this.begin();
  }

  end(): void {
    if (this.found?.begun) void this.found.rest.return?.(undefined);
  }

  private async begin(): Promise<ProviderEvent | undefined> {
    const found = (this.found ??= await findAnswer(this.candidates, this.options));
    const value = found.events.shift();
    if (value || !found.begun) return value;
    this.answering = found;
    return this.next();
  }

  // Created once instead of for each token.
  private readonly pass = (next: IteratorResult<ProviderEvent>): ProviderEvent | undefined => {
    const { candidate, watch } = this.answering!;
    if (next.done) this.options.onHealth(candidate, watch.end());
    else watch.see(next.value);
    return next.value as ProviderEvent | undefined;
  };

  private readonly fail = (error: unknown): never => {
    const { candidate, watch } = this.answering!;
    this.options.onHealth(candidate, watch.failure(error));
    throw error;
  };
}

/** Finds the first candidate that begins to answer, else the result of the last one without output. */
async function findAnswer(
  candidates: readonly Candidate[],
  options: FailoverOptions,
): Promise<Begun | Failure> {
  let left = [...candidates];
  let isLast = false;
  for (let round = 1; left.length > 0; round += 1) {
    let again: Candidate[] = [];
    let pauseMs = PAUSE_MS;
    while (left.length > 0) {
      const candidate = await takeNextCandidate(left, options.isReady);
      const result = await attempt(candidate, options);
      if (result.begun) return result;
      const { error } = result;
      if (isLast) return failureOrThrow(result);
      // Another candidate may produce output; if that one is empty too, trying all the others is not worth
      // their prompts.
      isLast = error === null;
      if (options.signal.aborted || (error !== null && !(error instanceof ProviderError))) {
        return failureOrThrow(result);
      }
      if (error && isCausedByCall(error)) {
        left = left.filter(({ model }) => model !== candidate.model);
        again = again.filter(({ model }) => model !== candidate.model);
      } else if (error && isRetryable(error)) again.push(candidate);
      pauseMs = Math.max(pauseMs, error?.retryAfterMs ?? 0);
      const isLeft = left.length > 0 || (round < ROUNDS && again.length > 0);
      if (isLeft && (!isLast || (await options.mayCallFurther()))) continue;
      return failureOrThrow(result);
    }
    left = again;
    await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal.throwIfAborted();
  }
  throw new ProviderError('provider_unavailable', 'there is nobody to be asked');
}

/**
 * Returns an empty answer.
 * @throws the candidate's error, if it failed
 */
function failureOrThrow(failure: Failure): Failure {
  if (failure.error) throw failure.error;
  return failure;
}

/** A candidate that began to answer: its events up to the first output, and the rest of its stream. */
interface Begun {
  begun: true;
  candidate: Candidate;
  events: ProviderEvent[];
  rest: AsyncIterableIterator<ProviderEvent>;
  watch: CallWatch;
}

/** A call without output. `events` are its events, none of which is output. */
interface Failure {
  begun: false;
  error: unknown;
  events: ProviderEvent[];
}

/** Calls a candidate and waits for its first output. */
async function attempt(
  candidate: Candidate,
  { call, isAnswer, onCount, onBegin, onAttempt, onHealth }: FailoverOptions,
): Promise<Begun | Failure> {
  const watch = new CallWatch();
  const note = (error: unknown) => onAttempt(attemptOf(candidate, watch, error));
  const events: ProviderEvent[] = [];
  try {
    const rest = call(candidate);
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      // Each usage replaces the one before: a provider that only sends usage must not fill the memory.
      if (next.value.type === 'usage' && events.at(-1)?.type === 'usage') events.pop();
      events.push(next.value);
      watch.see(next.value);
      if (next.value.type === 'usage') onCount(next.value.usage);
      if (!isOutput(next.value)) continue;
      note(null);
      onHealth(candidate, watch.begin());
      onBegin(candidate);
      return { begun: true, candidate, events, rest, watch };
    }
    if (isAnswer(candidate, events)) {
      note(null);
      onBegin(candidate);
      return { begun: true, candidate, events, rest, watch };
    }
  } catch (error) {
    onHealth(candidate, watch.failure(error));
    note(error);
    return { begun: false, error, events };
  }
  onHealth(candidate, watch.end());
  note(new ProviderError('empty_completion', 'the provider said nothing'));
  return { begun: false, error: null, events };
}

function isOutput(event: ProviderEvent): boolean {
  return event.type !== 'usage' && event.type !== 'finish' && event.type !== 'suggestions';
}

function isRetryable({ retryable, retryAfterMs }: ProviderError): boolean {
  return retryable && (retryAfterMs ?? 0) <= MAX_PAUSE_MS;
}

/**
 * Removes the first candidate that is likely to answer from the list, or the first of all when none is.
 * @param isReady a candidate for which it returns true must be called at once
 */
export async function takeNextCandidate(
  left: Candidate[],
  isReady: (candidate: Candidate) => Promise<boolean>,
): Promise<Candidate> {
  let place = 0;
  for (; place < left.length; place += 1) if (await isReady(left[place]!)) break;
  const [candidate] = left.splice(place < left.length ? place : 0, 1);
  return candidate!;
}
