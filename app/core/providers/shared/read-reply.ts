import { iterate, type Source } from '#app/core/platform/iterate.ts';
import { ProviderError, type ProviderEvent } from '../contract.ts';
import { readBounded, type AnswerBody } from './answer.ts';
import { withConnectionErrors, toConnectionError } from './failure.ts';
import { malformed } from './json.ts';
import { EventDecoder, EventTooLongError } from './server-sent-events.ts';

/** Splits the bytes of an answer into events, wherever the chunks were cut. */
export interface Framing {
  /** Returns the data of every event that these bytes complete. @throws if an event is too long */
  push(bytes: Uint8Array): string[];
  /** Returns the events that the end of the stream completes. */
  end(): string[];
}

/** Reads one answer in the format of its wire, event by event. */
export interface WireReader {
  /**
   * Appends the events in the data of one wire event, or in a whole answer that came in one piece.
   * @throws ProviderError; the events read before it have been appended
   */
  read(data: string, events: ProviderEvent[]): void;
  /** The answer is complete; only usage may follow. */
  readonly finished: boolean;
  /** The wire's own end mark has arrived: nothing follows. */
  readonly ended: boolean;
  /** Objects without `data:` may appear among the events: some wires end a stream with such an error. */
  readonly hasBareObjects?: boolean;
  /** How events are framed; default: server-sent events. */
  readonly framing?: Framing;
}

/**
 * Time limits for the usage after the finish reason, and for the end of the connection after the end mark.
 */
const USAGE_MS = 3_000;
const END_MS = 250;
const WHOLE_ANSWER_LIMIT = 16 * 1024 * 1024;

interface AnswerBounds {
  signal: AbortSignal;
  /** Maximum bytes of a stream. Events within the limit are still passed on. */
  limit: number;
}

/**
 * Reads a provider's answer as a stream of events. Ends without `finish` if the stream was cut after it had
 * begun; leaving the iteration early closes the connection.
 * @param open makes the call
 * @throws ProviderError, also if the answer is too long; or the signal's reason
 */
export function readReply(
  open: () => Promise<{ body: AnswerBody }>,
  wire: WireReader,
  bounds: AnswerBounds,
): AsyncIterableIterator<ProviderEvent> {
  return iterate(new ReplyReader(open, wire, bounds));
}

class ReplyReader implements Source<ProviderEvent> {
  private body: AnswerBody | null = null;
  private readonly decoder: Framing;
  /** Events read but not passed on yet. */
  private ready: ProviderEvent[] = [];
  /** Error to throw once those are passed on. */
  private failure: Error | null = null;
  private begun = false;
  private isOver = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly signal: AbortSignal;
  private readonly limit: number;
  /** Bytes of a stream so far. */
  private size = 0;

  constructor(
    private readonly open: () => Promise<{ body: AnswerBody }>,
    private readonly wire: WireReader,
    bounds: AnswerBounds,
  ) {
    this.decoder = wire.framing ?? new EventDecoder({ bareObjects: wire.hasBareObjects === true });
    this.signal = bounds.signal;
    this.limit = bounds.limit;
  }

  async next(): Promise<ProviderEvent | undefined> {
    while (this.ready.length === 0 && !this.isOver) {
      if (this.failure) this.fail(this.failure);
      if (!this.body) await this.start();
      else {
        // Awaited inline: a separate function would cost one more promise per token.
        let piece: Uint8Array | null = null;
        try {
          piece = await this.body.next();
        } catch (error) {
          this.breakOff(error);
        }
        if (this.signal.aborted) this.fail(this.signal.reason);
        this.take(piece);
      }
    }
    return this.ready.shift();
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.body?.hangUp();
  }

  private async start(): Promise<void> {
    try {
      const { body } = await this.open();
      this.body = body;
      if (this.isOver) return body.hangUp();
      // Some providers answer a streaming request in one piece, or with an error under status 200.
      if (body.contentType.includes('application/json')) await this.takeWhole(body);
      else if (body.contentType.includes('text/html')) {
        throw malformed('the provider did not answer with a stream of events');
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private async takeWhole(body: AnswerBody): Promise<void> {
    const whole = await withConnectionErrors(readBounded(body, WHOLE_ANSWER_LIMIT), this.signal);
    const { events, failure } = collect(this.wire, () => [whole]);
    this.ready = events;
    this.failure = failure;
    if (!failure) this.end();
  }

  /** A break in the middle of an answer ends it; before the first event it is a failure. */
  private breakOff(error: unknown): void {
    if (!this.begun && !this.signal.aborted) this.fail(toConnectionError(error));
  }

  private take(piece: Uint8Array | null): void {
    const { decoder, wire } = this;
    const { events, failure } = collect(wire, () => (piece === null ? decoder.end() : decoder.push(piece)));
    this.ready = joinPieces(events);
    if (events.length > 0) this.begun = true;
    if (piece === null) {
      // Unreadable data at the end is half an event: the stream was cut.
      if (failure && failure.code !== 'provider_malformed') this.failure = failure;
      else this.end();
      return;
    }
    this.size += piece.length;
    this.failure = failure ?? (this.size > this.limit ? malformed('the answer does not end') : null);
    if (wire.ended && this.body?.isForOneAnswer) return this.end();
    // Read the connection to its end so that it can be reused, but do not wait for it.
    if (wire.ended) this.hangUpAfter(END_MS);
    else if (wire.finished && !this.timer) this.hangUpAfter(USAGE_MS);
  }

  private hangUpAfter(ms: number): void {
    clearTimeout(this.timer);
    if (!this.isOver) this.timer = setTimeout(() => this.body?.hangUp(), ms);
  }

  private fail(error: unknown): never {
    this.end();
    throw error;
  }
}

/** Reads events until a failure; the events before it are kept. */
function collect(
  wire: WireReader,
  arrived: () => readonly string[],
): { events: ProviderEvent[]; failure: ProviderError | null } {
  const events: ProviderEvent[] = [];
  try {
    for (const data of arrived()) {
      if (wire.ended) break;
      wire.read(data, events);
    }
  } catch (error) {
    if (error instanceof ProviderError) return { events, failure: error };
    if (error instanceof EventTooLongError) return { events, failure: malformed(error.message) };
    // The stack overflows before a megabyte of brackets is parsed.
    if (error instanceof RangeError) return { events, failure: malformed('the nesting is too deep') };
    throw error;
  }
  return { events, failure: null };
}

/**
 * Joins neighbouring text events of the same type, so that text that arrived together is passed on together.
 */
function joinPieces(events: ProviderEvent[]): ProviderEvent[] {
  if (events.length < 2) return events;
  const joined: ProviderEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && 'text' in last && 'text' in event && last.type === event.type) {
      joined[joined.length - 1] = { type: last.type, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
