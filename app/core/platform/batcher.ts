import { batchSizes } from './metrics/metrics.ts';
import { isAway, isPassing } from './passing-error.ts';

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

/**
 * A busy batch lingers until so many of the calls under way are here, or for so long. With fewer of them in each
 * transaction the same calls cost a tenth more; with more of them one core waits for the other.
 */
const MIN_BATCH_SHARE = 1 / 3;
const LINGER_MS = 4;
/** Who comes so long after the last transaction began is kept waiting for nobody. */
const QUIET_MS = 10;

/**
 * Group commit: concurrent calls share transactions. While one is under way the next callers gather. When a
 * shared transaction fails as a whole, its callers are repeated one by one, so that a bad row hurts only itself.
 * While the database is away they are repeated together: one by one each would wait for it after the other.
 */
export function createBatcher<Request, Result>({
  name,
  run,
  underWay = () => 0,
  maxBatchSize = 200,
  tries = 8,
  pauseMs = 20,
}: BatcherOptions<Request, Result>): (request: Request) => Promise<Result> {
  const waiting: Waiting<Request, Result>[] = [];
  const sizes = batchSizes(name);
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
      await answer(batch, false);
    }
    busy = false;
    if (waiting.length > 0) start();
  }

  function start(): void {
    if (busy) return;
    busy = true;
    void drain();
  }

  /** @returns the error that all of them were refused with because the database stayed away */
  async function answer(batch: Waiting<Request, Result>[], isRepeat: boolean): Promise<unknown> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const requests = batch.map((one) => one.request);
        return deliver(batch, await run(requests, isRepeat || attempt > 0));
      } catch (error) {
        const isAlone = batch.length === 1;
        if (isAway(error) || (isAlone && isPassing(error))) {
          if (attempt >= tries) return refuse(batch, error);
          await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs * 2 ** attempt, 1000)));
        } else if (isAlone) return void refuse(batch, error);
        else return answerEach(batch);
      }
    }
  }

  async function answerEach(batch: Waiting<Request, Result>[]): Promise<void> {
    for (const [index, one] of batch.entries()) {
      const lasting = await answer([one], true);
      // Who follows would wait for it as long again, each after the other.
      if (isAway(lasting)) return void refuse(batch.slice(index + 1), lasting);
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
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
