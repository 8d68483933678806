import pLimit from 'p-limit';
import { batchSizes } from './metrics/metrics.ts';
import { isAway, isBlocked, isPassing } from './passing-error.ts';
import { createSideLanes } from './side-lanes.ts';

/** What one caller of a batch gets. */
export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown };

interface BatcherOptions<Request, Result> {
  /** What its batches are called in the metrics. */
  name: string;
  /**
   * Answers many callers with one transaction, in order of arrival. One outcome a request: a caller that is
   * refused gets its error there and never fails its neighbours.
   * @param repeated true when an earlier try may have been committed: look references up before writing.
   */
  run(requests: Request[], repeated: boolean): Promise<Outcome<Result>[]>;
  /**
   * Names the rows that a request shares with others: where another transaction keeps it from them, it waits
   * for them beside the batches of all, together with those. Absent: with nobody.
   */
  laneOf?(request: Request): unknown;
  /** Milliseconds for which who is kept from its rows is repeated. */
  blockedMs?: number;
  /** How many calls the process has under way; said, a batch lingers where more callers are on their way. */
  underWay?(): number;
  /** Most callers in one transaction. */
  maxBatchSize?: number;
  /** How often callers are repeated while the database is away, and a lone one after a deadlock. */
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
  /** Milliseconds for which callers beside the batches are tried again; null for a batch, which is left then. */
  asideMs: number | null;
}

/**
 * A busy batch lingers until so many of the calls under way are here, or for so long. With fewer of them in each
 * transaction the same calls cost a tenth more; with more of them one core waits for the other.
 */
const MIN_BATCH_SHARE = 1 / 3;
const LINGER_MS = 4;
/** Who comes so long after the last transaction began is kept waiting for nobody. */
const QUIET_MS = 10;
/** Transactions at a time of those that wait for their rows beside the batches. */
const MAX_ASIDE = 4;

/**
 * Group commit: concurrent calls share transactions. While one is under way the next callers gather. When a
 * shared transaction fails as a whole, its callers are repeated one by one, so that a bad row hurts only itself.
 * While the database is away they are repeated together: one by one each would wait for it after the other. When another
 * transaction keeps it from its rows, its callers go on beside the batches, so that only those wait that need them.
 */
export function createBatcher<Request, Result>({
  name,
  run,
  laneOf = (request) => request,
  blockedMs = 3000,
  underWay = () => 0,
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

  const isLargeEnough = () => waiting.length >= underWay() * MIN_BATCH_SHARE;

  async function linger(): Promise<void> {
    // One turn of the event loop lets callers of the same moment join, where there are others.
    if (underWay() !== 1) await new Promise((resolve) => setImmediate(resolve));
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

  /** @returns the error that all of them were refused with because the database, or their rows, stayed away */
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
      // Who follows would wait for it as long again, each after the other.
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
