/** What one caller of a fold gets. */
export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown };

interface FoldOptions<Request, Result> {
  /**
   * Answers many callers with one transaction, in order of arrival. One outcome a request: a caller that is
   * refused gets its error there and never fails its neighbours.
   * @param repeated true when an earlier try may have been committed: look references up before writing.
   */
  run(requests: Request[], repeated: boolean): Promise<Outcome<Result>[]>;
  /** Most callers in one transaction. */
  most?: number;
  /** How often a lone caller is repeated after a lost connection or a deadlock. */
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
 * Folds concurrent calls into shared transactions. While one is under way the next callers gather. When a
 * shared transaction fails as a whole, its callers are repeated one by one, so that a bad row hurts only itself.
 */
export function createFold<Request, Result>({
  run,
  most = 200,
  tries = 8,
  pauseMs = 20,
}: FoldOptions<Request, Result>): (request: Request) => Promise<Result> {
  const waiting: Waiting<Request, Result>[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    // One turn of the event loop lets callers of the same moment join.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await answer(waiting.splice(0, most));
    busy = false;
    if (waiting.length > 0) start();
  }

  function start(): void {
    if (busy) return;
    busy = true;
    void drain();
  }

  async function answer(batch: Waiting<Request, Result>[]): Promise<void> {
    try {
      deliver(
        batch,
        await run(
          batch.map((one) => one.request),
          false,
        ),
      );
    } catch (error) {
      if (batch.length === 1 && !isPassing(error)) return batch[0]!.reject(error);
      for (const one of batch) await answerAlone(one);
    }
  }

  async function answerAlone(one: Waiting<Request, Result>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return deliver([one], await run([one.request], true));
      } catch (error) {
        if (attempt >= tries || !isPassing(error)) return one.reject(error);
        await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs * 2 ** attempt, 1000)));
      }
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      start();
    });
}

function deliver<Request, Result>(batch: Waiting<Request, Result>[], outcomes: Outcome<Result>[]): void {
  batch.forEach((one, index) => {
    const outcome = outcomes[index];
    if (!outcome) one.reject(new Error('A fold answered fewer callers than it was asked by'));
    else if (outcome.ok) one.resolve(outcome.value);
    else one.reject(outcome.error);
  });
}

const PASSING_CODES = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_DUP_ENTRY',
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
]);

/** True for an error that the same statement may not meet again: a deadlock, a race, a database that was away. */
export function isPassing(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = (at as { parent?: unknown }).parent ?? at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && PASSING_CODES.has(code)) return true;
    if (/^SequelizeConnection|SequelizeUniqueConstraint/.test(at.name)) return true;
    if (/closed state|connection lost|server has gone away/i.test(at.message)) return true;
  }
  return false;
}
