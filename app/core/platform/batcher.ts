import pLimit from 'p-limit';
import { batchSizes } from './metrics/metrics.ts';
import { isAway, isBlocked, isPassing } from './passing-error.ts';
import { createSideLanes } from './side-lanes.ts';

/** The result for one caller of a batch. */
export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown };

interface BatcherOptions<Request, Result> {
  /** The label of its batches in the metrics. */
  name: string;
  /**
   * Answers many callers with one transaction, in order of arrival. Returns one outcome per request: a
   * refused caller gets its error there and never fails the others.
   * @param repeated true when an earlier try may have been committed: look references up before writing.
   */
  run(requests: Request[], repeated: boolean): Promise<Outcome<Result>[]>;
  /**
   * Names the rows that a request shares with others. When another transaction has locked them, the requests
   * of the lane wait together, outside of the shared batches. Absent: each request has a lane of its own.
   */
  laneOf?(request: Request): unknown;
  /** Milliseconds for which callers with locked rows are retried. */
  blockedMs?: number;
  /**
   * The number of calls that the process is working on; if given, a batch lingers while more callers are on
   * their way.
   */
  concurrentCalls?(): number;
  /** Max callers in one transaction. */
  maxBatchSize?: number;
  /** Number of repeats while the database is away, and of a lone caller after a deadlock. */
  tries?: number;
  /** Milliseconds before the first repeat; doubles up to a second. */
  pauseMs?: number;
}

interface Waiting<Request, Result> {
  request: Request;
  resolve(value: Result): void;
  reject(error: unknown): void;
}

interface Trial {
  /** An earlier try may have been committed. */
  isRepeat: boolean;
  /**
   * Milliseconds for which callers outside of the batches are retried; null for a shared batch, which is
   * split then.
   */
  asideMs: number | null;
}

/**
 * A busy batch lingers until this share of the calls in progress has joined, at most `LINGER_MS`. With a
 * smaller share the same calls cost a tenth more; with a larger one, one core waits for the other.
 */
const MIN_BATCH_SHARE = 1 / 3;
const LINGER_MS = 4;
/** No linger for a caller that arrives this long after the last transaction began. */
const QUIET_MS = 10;
/** Concurrent transactions of callers that wait for locked rows outside of the batches. */
const MAX_ASIDE = 4;

/**
 * Group commit: concurrent calls share transactions. While one runs, the next callers gather. When a shared
 * transaction fails as a whole, its callers are repeated one by one, so that a bad row hurts only itself.
 * While the database is away they are repeated together: one by one, each would wait for it after the other.
 * When another transaction has locked rows of the batch, its callers continue outside of the shared batches,
 * so that only those that need the rows wait for them.
 */
export function createBatcher<Request, Result>({
  name,
  run,
  laneOf = (request) => request,
  blockedMs = 3000,
  concurrentCalls = () => 0,
  maxBatchSize = 200,
  tries = 8,
  pauseMs = 20,
}: BatcherOptions<Request, Result>): (request: Request) => Promise<Result> {
  const waiting: Waiting<Request, Result>[] = [];
  const sizes = batchSizes(name);
  const aside = pLimit(MAX_ASIDE);
  const lanes = createSideLanes<Waiting<Request, Result>>({
    laneOf: ({ request }) => laneOf(request),
    maxSize: maxBatchSize,
    answer: async (batch, isShut) =>
      !isBlocked(await answer(batch, { isRepeat: true, asideMs: isShut ? 0 : blockedMs })),
  });
  let busy = false;
  let begunAt = -Infinity;
  /** Ends the linger when the batch is large enough. */
  let joined: (() => void) | undefined;

  const isLargeEnough = () => waiting.length >= concurrentCalls() * MIN_BATCH_SHARE;

  async function linger(): Promise<void> {
    // One turn of the event loop lets concurrent callers join, if there are any.
    if (concurrentCalls() !== 1) await new Promise((resolve) => setImmediate(resolve));
    if (!isLargeEnough() && performance.now() - begunAt < QUIET_MS) {
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, LINGER_MS);
        joined = () => {
          if (!isLargeEnough()) return;
          clearTimeout(late);
          setImmediate(resolve);
        };
      });
      joined = undefined;
    }
    begunAt = performance.now();
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await linger();
      const batch = waiting.splice(0, maxBatchSize);
      sizes.observe(batch.length);
      await answer(batch, { isRepeat: false, asideMs: null });
    }
    busy = false;
    if (waiting.length > 0) start();
  }

  function start(): void {
    if (busy) return;
    busy = true;
    void drain();
  }

  /** @returns the error with which all callers were refused because the database or their rows stayed away */
  async function answer(batch: Waiting<Request, Result>[], { isRepeat, asideMs }: Trial): Promise<unknown> {
    const since = performance.now();
    const requests = batch.map((one) => one.request);
    for (let attempt = 0; ; attempt += 1) {
      const ask = () => run(requests, isRepeat || attempt > 0);
      try {
        return deliver(batch, await (asideMs === null ? ask() : aside(ask)));
      } catch (error) {
        const isAlone = batch.length === 1;
        if (isBlocked(error) && asideMs === null) return lanes.open(batch);
        if (isBlocked(error) || isAway(error) || (isAlone && isPassing(error))) {
          const isOver = isBlocked(error) ? performance.now() - since >= asideMs! : attempt >= tries;
          if (isOver) return refuse(batch, error);
          await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs * 2 ** attempt, 1000)));
        } else if (isAlone) return void refuse(batch, error);
        else return answerEach(batch, asideMs);
      }
    }
  }

  async function answerEach(batch: Waiting<Request, Result>[], asideMs: number | null): Promise<unknown> {
    for (const [index, one] of batch.entries()) {
      const lasting = await answer([one], { isRepeat: true, asideMs });
      // Each of the following callers would wait as long again, one after the other.
      if (isAway(lasting) || isBlocked(lasting)) return refuse(batch.slice(index + 1), lasting);
    }
    return undefined;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const one = { request, resolve, reject };
      if (lanes.join(one)) return;
      waiting.push(one);
      joined?.();
      start();
    });
}

function deliver<Request, Result>(batch: Waiting<Request, Result>[], outcomes: Outcome<Result>[]): void {
  batch.forEach((one, index) => {
    const outcome = outcomes[index];
    if (!outcome) one.reject(new Error('A batch answered fewer callers than it was asked by'));
    else if (outcome.ok) one.resolve(outcome.value);
    else one.reject(outcome.error);
  });
}

function refuse<Request, Result>(batch: Waiting<Request, Result>[], error: unknown): unknown {
  for (const one of batch) one.reject(error);
  return error;
}
