import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { attemptOf, CallWatch, isCausedByCall } from './provider-call.ts';

interface FailoverOptions {
  call(candidate: Candidate): AsyncIterableIterator<ProviderEvent>;
  /** Whether a candidate is likely to answer; those that are not are asked when nobody else is left. */
  isReady(candidate: Candidate): Promise<boolean>;
  /** Whether an end without a word is an answer all the same; `events` are all of it. */
  isAnswer(candidate: Candidate, events: readonly ProviderEvent[]): boolean;
  /** Whether one further candidate may be asked after an end that is none: it may bill a prompt that nobody pays for. */
  mayAskFurther(): Promise<boolean>;
  /** Told what a candidate counts before its first word, at once. */
  onCount(usage: TokenUsage): void;
  /** Told who begins to answer, before the first word is passed on. */
  onBegin(candidate: Candidate): void;
  onAttempt(attempt: Attempt): void;
  /** Told how each call went, also of what happens after the first word. */
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
 * word a failure or a silence leads to the next, and an empty answer to one more at most; after it nothing does, because two answers
 * never mix in one reply. What the request itself causes leads to another model, if the caller named one.
 * @throws what the last candidate threw; what came out of the one that had begun; the signal's reason
 */
export function withFailover(
  candidates: readonly Candidate[],
  options: FailoverOptions,
): AsyncIterableIterator<ProviderEvent> {
  const answer = new Answer(candidates, options);
  return iterate(answer);
}

/** What the candidate says that has begun to answer, or the last one said. */
class Answer implements Source<ProviderEvent> {
  private found: Begun | Failure | null = null;
  /** Who answers, when what was said up to the first word has been passed on. */
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

  // Made once, and not for each token.
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

/** The first candidate that begins to answer, else what the last one said without saying a word. */
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
      const candidate = await takeNext(left, options.isReady);
      const result = await attempt(candidate, options);
      if (result.begun) return result;
      const { error } = result;
      if (isLast) return silenceOf(result);
      // Another may have words for it; that all of them are empty is not worth all their prompts.
      isLast = error === null;
      if (options.signal.aborted || (error !== null && !(error instanceof ProviderError))) {
        return silenceOf(result);
      }
      if (error && isCausedByCall(error)) {
        left = left.filter(({ model }) => model !== candidate.model);
        again = again.filter(({ model }) => model !== candidate.model);
      } else if (error && isRetryable(error)) again.push(candidate);
      pauseMs = Math.max(pauseMs, error?.retryAfterMs ?? 0);
      const isLeft = left.length > 0 || (round < ROUNDS && again.length > 0);
      if (isLeft && (!isLast || (await options.mayAskFurther()))) continue;
      return silenceOf(result);
    }
    left = again;
    await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal.throwIfAborted();
  }
  throw new ProviderError('provider_unavailable', 'there is nobody to be asked');
}

/** An answer without a word is one all the same. @throws what kept a candidate from answering */
function silenceOf(failure: Failure): Failure {
  if (failure.error) throw failure.error;
  return failure;
}

/** A candidate that has begun to answer: what it said up to its first word, and what it says from then on. */
interface Begun {
  begun: true;
  candidate: Candidate;
  events: ProviderEvent[];
  rest: AsyncIterableIterator<ProviderEvent>;
  watch: CallWatch;
}

/** What one candidate made of it. `events` are what it said without saying a word. */
interface Failure {
  begun: false;
  error: unknown;
  events: ProviderEvent[];
}

/** Calls a candidate and waits for its first word. */
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
      // Each count replaces the one before: who does nothing but count must not fill the memory.
      if (next.value.type === 'usage' && events.at(-1)?.type === 'usage') events.pop();
      events.push(next.value);
      watch.see(next.value);
      if (next.value.type === 'usage') onCount(next.value.usage);
      if (!isWord(next.value)) continue;
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

function isWord(event: ProviderEvent): boolean {
  return event.type !== 'usage' && event.type !== 'finish' && event.type !== 'suggestions';
}

function isRetryable({ retryable, retryAfterMs }: ProviderError): boolean {
  return retryable && (retryAfterMs ?? 0) <= LONGEST_PAUSE_MS;
}

/**
 * Takes the first candidate that is likely to answer out of the list, or the first of all when none is.
 * @param isReady who is told true is asked at once
 */
export async function takeNext(
  left: Candidate[],
  isReady: (candidate: Candidate) => Promise<boolean>,
): Promise<Candidate> {
  let place = 0;
  for (; place < left.length; place += 1) if (await isReady(left[place]!)) break;
  const [candidate] = left.splice(place < left.length ? place : 0, 1);
  return candidate!;
}
