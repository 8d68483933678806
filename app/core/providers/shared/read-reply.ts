import { ProviderError, type ProviderEvent } from '../contract.ts';
import type { AnswerBody } from './answer.ts';
import { connected, toConnectionError } from './connection-error.ts';
import { malformed } from './json.ts';
import { readBounded } from './read-bounded.ts';
import { EventDecoder, EventTooLongError } from './server-sent-events.ts';

/** One answer in the words of its wire, read event by event. */
export interface WireReader {
  /**
   * What the data of one event says, or the whole of an answer that came in one piece.
   * @throws ProviderError
   */
  read(data: string): Iterable<ProviderEvent>;
  /** Everything was said that was asked for; only a usage may follow. */
  readonly finished: boolean;
  /** The wire's own mark of the end was there: nothing follows. */
  readonly ended: boolean;
}

/** How long the usage may take after the finish reason, and the connection's end after the terminator. */
const USAGE_MS = 3_000;
const END_MS = 250;
const WHOLE_ANSWER_LIMIT = 16 * 1024 * 1024;

/**
 * What a provider's answer says, piece by piece. Ends without `finish` when the stream was cut after it had
 * begun; leaving the iteration early hangs up.
 * @param open makes the call
 * @throws ProviderError, or the signal's reason
 */
export async function* readReply(
  open: () => Promise<{ body: AnswerBody }>,
  wire: WireReader,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent> {
  const { body } = await open();
  // Some providers answer a streaming request in one piece, or with an error under status 200.
  if (body.contentType.includes('application/json')) {
    const whole = await connected(readBounded(body, WHOLE_ANSWER_LIMIT), signal);
    const { events, failure } = collect(wire, () => [whole]);
    yield* events;
    if (failure) throw failure;
    return;
  }
  if (body.contentType.includes('text/html')) {
    body.hangUp();
    throw malformed('the provider did not answer with a stream of events');
  }
  const decoder = new EventDecoder();
  let begun = false;
  let patience: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const piece = await next(body, signal, begun);
      const { events, failure } = collect(wire, () => (piece === null ? decoder.end() : decoder.push(piece)));
      for (const event of joinPieces(events)) {
        begun = true;
        yield event;
      }
      // What is still unreadable at the end is the half of an event: the stream was cut.
      if (piece === null) return;
      if (failure) throw failure;
      // The connection is read to its end so that it can be used again, but it is not waited for.
      if (wire.ended) {
        clearTimeout(patience);
        patience = setTimeout(() => body.hangUp(), END_MS);
      } else if (wire.finished) patience ??= setTimeout(() => body.hangUp(), USAGE_MS);
    }
  } finally {
    clearTimeout(patience);
    body.hangUp();
  }
}

/** The next bytes; null at the end, which a break in the middle of a reply is too. */
async function next(body: AnswerBody, signal: AbortSignal, begun: boolean): Promise<Uint8Array | null> {
  try {
    const piece = await body.next();
    signal.throwIfAborted();
    return piece;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (begun) return null;
    throw toConnectionError(error);
  }
}

/** What some events say, and the failure that ends them: the words before it are kept. */
function collect(
  wire: WireReader,
  arrived: () => readonly string[],
): { events: ProviderEvent[]; failure: ProviderError | null } {
  const events: ProviderEvent[] = [];
  try {
    for (const data of arrived()) {
      if (wire.ended) break;
      for (const event of wire.read(data)) events.push(event);
    }
  } catch (error) {
    if (error instanceof ProviderError) return { events, failure: error };
    if (error instanceof EventTooLongError) return { events, failure: malformed(error.message) };
    // The stack ends before a megabyte of brackets does.
    if (error instanceof RangeError) return { events, failure: malformed('the nesting is too deep') };
    throw error;
  }
  return { events, failure: null };
}

/** Joins neighbouring pieces of the same kind: what arrived together travels on together. */
function joinPieces(events: ProviderEvent[]): ProviderEvent[] {
  const joined: ProviderEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && 'text' in last && 'text' in event && last.type === event.type) {
      joined[joined.length - 1] = { type: last.type, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
