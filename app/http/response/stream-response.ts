import { setMaxListeners } from 'node:events';
import type { AppLoadContext } from '@remix-run/node';
import { logger } from '#app/core/platform/logger.ts';
import { draining } from '#app/http/draining.ts';
import { drainedOf, isFull, WrittenResponse, writePiece } from './written-response.ts';

interface StreamOptions {
  context: Pick<AppLoadContext, 'closed'>;
  headers: Record<string, string>;
  /** Written after `HEARTBEAT_MS` of silence, so that no proxy takes the connection for dead. */
  heartbeat: string;
  /**
   * Produces the pieces to write, one by one; the next is requested when the connection has room.
   * @param ending its `signal` is aborted when the reader has left or this process ends: the producer must
   * then end
   */
  produce: (ending: { readonly signal: AbortSignal }) => AsyncIterable<string>;
  /**
   * The last piece when the server cuts the stream.
   * @param failure the producer's error, which is logged; null if the process ends
   */
  lastPiece?: (failure: { error: unknown } | null) => string;
  heartbeatMs?: number;
  /** Ends this stream when aborted; by default when the process starts to drain. */
  until?: AbortSignal;
}

const HEARTBEAT_MS = 10_000;

/** Headers that forbid proxies and middleware to buffer, compress or cache the answer. */
const UNBUFFERED = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

/**
 * A 200 whose body is written while it is produced, and no faster than the reader consumes it. Ends when the
 * producer does, when the reader leaves, or when the process ends.
 */
export function streamResponse({
  context,
  headers,
  heartbeat,
  produce,
  lastPiece,
  heartbeatMs = HEARTBEAT_MS,
  until = draining(),
}: StreamOptions): WrittenResponse {
  return new WrittenResponse({ headers: { ...UNBUFFERED, ...headers } }, async (connection) => {
    const ending = new Ending([context.closed, until]);
    const pieces = produce(ending)[Symbol.asyncIterator]();
    const waiter = createWaiter(pieces, ending, heartbeatMs);
    // The headers tell a reader that waits for the first piece that the request was accepted.
    const head = setImmediate(() => connection.flushHeaders());
    for (;;) {
      const result = await waiter.soonest();
      clearImmediate(head);
      if (result === 'quiet') writePiece(connection, heartbeat);
      else if (result === 'ended' || 'error' in result) {
        if (lastPiece) writePiece(connection, lastPiece(result === 'ended' ? null : result));
        break;
      } else if (result.done) break;
      else writePiece(connection, result.value);
      if (isFull(connection)) await drainedOf(connection);
    }
    ending.release();
    waiter.close();
    // A producer that is suspended at a yield runs its `finally`; one that is waiting was notified by the
    // signal.
    pieces.return?.().catch(() => undefined);
    connection.end();
  });
}

/**
 * After the headers were sent it cannot become an error answer: the reader reconnects, or sees the stream
 * end.
 */
function failed(error: unknown): { error: unknown } {
  logger().error({ err: error }, 'stream failed');
  return { error };
}

/**
 * A single shared error: creating one per response costs more than all other work at the end of a response.
 */
const ENDED = new Error('The response is over');

/** The end of one response, from any cause. */
class Ending {
  isOver = false;
  /** Called at the end. */
  onEnd: () => void = () => undefined;
  #controller: AbortController | undefined;

  constructor(private readonly sources: AbortSignal[]) {
    for (const source of sources) source.addEventListener('abort', this.release);
    if (sources.some((source) => source.aborted)) this.release();
  }

  /**
   * Created only on request: with its listeners it costs more than all other work at the end of a response.
   */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    const { signal } = this.#controller;
    // One listener per running reply: a browser's stream has many.
    setMaxListeners(0, signal);
    if (this.isOver) this.#controller.abort(ENDED);
    return signal;
  }

  /** Ends the response and removes its listeners from the long-lived signals. */
  readonly release = (): void => {
    if (this.isOver) return;
    this.isOver = true;
    for (const source of this.sources) source.removeEventListener('abort', this.release);
    this.#controller?.abort(ENDED);
    this.onEnd();
  };
}

type Waited<T> = IteratorResult<T> | 'quiet' | 'ended' | { error: unknown };

/**
 * Waits for the pieces of one stream with one timer, one listener and one set of handlers for all of them.
 */
function createWaiter<T>(pieces: AsyncIterator<T>, ending: Ending, quietMs: number) {
  let answer: (outcome: Waited<T>) => void = () => undefined;
  let isWaiting = false;
  const quiet = setTimeout(() => answer('quiet'), quietMs);
  ending.onEnd = () => answer('ended');
  const take = (next: IteratorResult<T>) => {
    isWaiting = false;
    answer(next);
  };
  const fail = (error: unknown) => answer(failed(error));
  const wait = (resolve: (outcome: Waited<T>) => void) => {
    answer = resolve;
    if (isWaiting) return;
    isWaiting = true;
    pieces.next().then(take, fail);
  };
  return {
    /**
     * The next piece, or `quiet` after a while without one, `ended` when the response is over, or a failure.
     */
    soonest(): Promise<Waited<T>> {
      if (ending.isOver) return Promise.resolve('ended');
      quiet.refresh();
      return new Promise(wait);
    },
    close(): void {
      clearTimeout(quiet);
    },
  };
}
