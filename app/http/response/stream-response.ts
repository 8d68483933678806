import { setMaxListeners } from 'node:events';
import type { AppLoadContext } from '@remix-run/node';
import { logger } from '#app/core/platform/logger.ts';
import { draining } from '#app/http/draining.ts';
import { drainedOf, isFull, WrittenResponse, writePiece } from './written-response.ts';

interface StreamOptions {
  context: Pick<AppLoadContext, 'closed'>;
  headers: Record<string, string>;
  /** Written after `HEARTBEAT_MS` without anything else, so that no proxy takes the connection for dead. */
  heartbeat: string;
  /**
   * Makes the pieces to write, one by one; the next is asked for when the connection takes more.
   * @param ending its `signal` is aborted when the reader has left or this process ends: the producer then ends
   */
  produce: (ending: { readonly signal: AbortSignal }) => AsyncIterable<string>;
  /**
   * Written last when the stream is cut by us.
   * @param failure what the producer failed with, which is logged; null where the process ends
   */
  lastPiece?: (failure: { error: unknown } | null) => string;
  heartbeatMs?: number;
  /** The end of this process as far as this stream is concerned; at once unless said otherwise. */
  until?: AbortSignal;
}

const HEARTBEAT_MS = 10_000;

/** What no proxy and no middleware may hold back, compress or keep. */
const UNBUFFERED = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

/**
 * A 200 whose body is written as it is made, and no faster than the reader takes it. Ends when the producer does,
 * when the reader leaves, or when the process ends.
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
    // Who waits for the first piece knows by the head that there is an answer.
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
    // A producer that rests at a yield runs its `finally`; one that waits was told by the signal.
    pieces.return?.().catch(() => undefined);
    connection.end();
  });
}

/** What has begun cannot become an error answer: the reader comes back, or sees where it ended. */
function failed(error: unknown): { error: unknown } {
  logger().error({ err: error }, 'stream failed');
  return { error };
}

/** One for all: making an error of its own costs more than all else that the end of a response does. */
const ENDED = new Error('The response is over');

/** The end of one response, whatever brings it. */
class Ending {
  isOver = false;
  /** Told at the end. */
  onEnd: () => void = () => undefined;
  #controller: AbortController | undefined;

  constructor(private readonly sources: AbortSignal[]) {
    for (const source of sources) source.addEventListener('abort', this.release);
    if (sources.some((source) => source.aborted)) this.release();
  }

  /** Made only for who asks: with its listeners it costs more than all else about the end of a response. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    const { signal } = this.#controller;
    // One listener a running reply: a browser's stream has many.
    setMaxListeners(0, signal);
    if (this.isOver) this.#controller.abort(ENDED);
    return signal;
  }

  /** Ends it, and takes its listeners off the long-lived signals. */
  readonly release = (): void => {
    if (this.isOver) return;
    this.isOver = true;
    for (const source of this.sources) source.removeEventListener('abort', this.release);
    this.#controller?.abort(ENDED);
    this.onEnd();
  };
}

type Waited<T> = IteratorResult<T> | 'quiet' | 'ended' | { error: unknown };

/** Waits for the pieces of one stream with one timer, one listener and one set of handlers, however many pieces there are. */
function createWaiter<T>(pieces: AsyncIterator<T>, ending: Ending, quietMs: number) {
  let answer: (outcome: Waited<T>) => void = () => undefined;
  let isAsked = false;
  const quiet = setTimeout(() => answer('quiet'), quietMs);
  ending.onEnd = () => answer('ended');
  const take = (next: IteratorResult<T>) => {
    isAsked = false;
    answer(next);
  };
  const fail = (error: unknown) => answer(failed(error));
  const wait = (resolve: (outcome: Waited<T>) => void) => {
    answer = resolve;
    if (isAsked) return;
    isAsked = true;
    pieces.next().then(take, fail);
  };
  return {
    /** The next piece, or `quiet` after a while without one, `ended` when the response is over, or a failure. */
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
