import type { AppLoadContext } from '@remix-run/node';
import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd, ReplyStart } from '#app/contracts/generation.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import { drained } from '#app/http/draining.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { answerHeaders } from './answer-headers.server.ts';
import { interruptedByServer, endEarly } from './end-early.server.ts';
import { endError } from './end-error.ts';

/** Writes a call in one dialect, piece by piece as the pieces go to the client. */
export interface CallWriter {
  /** The text before any output of the model. */
  opening(): string;
  /** A log entry in the dialect; '' for an entry that clients do not receive. */
  piece(entry: LogEntry): string;
  /** The end of the stream, whether or not the call succeeded. */
  closing(end: ReplyEnd): string;
  /** The last event of a stream that failed after it began: no HTTP status can report the error any more. */
  failure(error: AppError): string;
}

interface Sources extends CallEntries {
  writer: CallWriter;
  call: OpenCall;
  /**
   * Aborted when the client disconnects; `entries` may also end earlier for another reason (see `endEarly`).
   */
  closed: AbortSignal;
}

/** The entries of a call, and its first entry, which is already requested. */
export interface CallEntries {
  entries: AsyncIterator<LogEntry>;
  first: Promise<IteratorResult<LogEntry>>;
}

/** A stream that has a reader. */
interface OpenStream {
  produce(read: CallEntries): AsyncIterable<string>;
  /** The last event of a stream that failed after it began: no HTTP status can report the error any more. */
  failure(error: AppError): string;
}

interface StreamedCall {
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  stopSignal: AbortSignal;
  /** Fields of the call that no provider receives. */
  ignored: readonly string[];
  /** The field of the call that has its prompt; `messages` by default. */
  promptField?: string;
  /** An event without content, so that no proxy closes the connection as idle. */
  heartbeat?: string;
  /** @param start the model and provider that answer; null while none has started */
  open(start: ReplyStart | null): OpenStream;
}

/** How long to wait silently for a slow provider, in milliseconds; then the stream opens with comments. */
const HOLD_OPEN_MS = 20_000;

interface Collecting {
  call: OpenCall;
  /** Aborted when the client disconnects. */
  closed: AbortSignal;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  stopSignal: AbortSignal;
  /** Receives the entries between the start and the end. */
  onEntry(entry: Exclude<LogEntry, ReplyStart | ReplyEnd>): void;
}

/** A stream of a writer's output for a call. The run stops if the reader leaves before the end. */
export function streamOf(writer: CallWriter, call: OpenCall, closed: AbortSignal): OpenStream {
  return {
    produce: (read) => iterate(new CallStream({ ...read, writer, call, closed })),
    failure: (error) => writer.failure(error),
  };
}

class CallStream implements Source<string> {
  private first: Promise<IteratorResult<LogEntry>> | null;
  private isOpen = false;
  private isOver = false;

  constructor(private readonly sources: Sources) {
    this.first = sources.first;
  }

  async next(): Promise<string | undefined> {
    const { writer, entries } = this.sources;
    if (!this.isOpen) {
      this.isOpen = true;
      return writer.opening();
    }
    while (!this.isOver) {
      const next = await (this.first ?? entries.next());
      this.first = null;
      if (this.isOver) break;
      if (next.done) {
        const error = this.leave();
        if (error) return writer.failure(error);
      } else if (next.value.type === 'end') {
        this.close();
        return writer.closing(next.value);
      } else if (next.value.type === 'resume') {
        // An SSE comment: clients of every dialect skip it.
        return `: resumed by ${next.value.provider}\n\n`;
      } else {
        const piece = writer.piece(next.value);
        if (piece !== '') return piece;
      }
    }
    return undefined;
  }

  end(): void {
    this.leave();
  }

  private close(): void {
    this.isOver = true;
    this.sources.call.reader.close();
  }

  /** Ends before the call does. @returns the error that its client gets, or null */
  private leave(): AppError | null {
    if (this.isOver) return null;
    this.close();
    const { call, closed } = this.sources;
    return endEarly({ generationId: call.generationId, closed, delivery: 'stream' });
  }
}

/**
 * Answers a call as server-sent events. Holds the opening back until the model has begun to answer, so that
 * every earlier failure is an ordinary error with a status.
 * @throws AppError when the call failed before it began to answer
 */
export async function streamCall(streamed: StreamedCall): Promise<Answer> {
  const { call, context, stopSignal } = streamed;
  const entries = call.reader.entries(stopSignal)[Symbol.asyncIterator]();
  const first = entries.next();
  const opening = await firstWithin(first, HOLD_OPEN_MS);
  if (stopSignal.aborted) {
    // No client will read the body, so no producer would run and close the reader.
    call.reader.close();
    const { generationId } = call;
    const error = endEarly({ generationId, closed: context.closed, delivery: 'stream' });
    if (error) throw error;
    return new Response(null, { status: 499 });
  }
  const entry = opening && !opening.done ? opening.value : null;
  // The first entry of a repeated image call is its end.
  if (entry?.type === 'end' && entry.state !== 'done') throw endError(entry, streamed.promptField);
  const start = entry?.type === 'start' ? entry : null;
  const stream = streamed.open(start);
  return streamResponse({
    context,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      ...answerHeaders(call, start, streamed.ignored),
    },
    heartbeat: streamed.heartbeat ?? ': working\n\n',
    lastPiece: () => stream.failure(interruptedByServer()),
    // No other process can continue it.
    until: drained(),
    produce: () => stream.produce({ entries, first }),
  });
}

/** The result of a promise, or null when it takes longer than `ms` milliseconds. */
async function firstWithin<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Reads a call to its end before answering.
 * @returns null when the client has disconnected: then the answer has no reader
 * @throws AppError when the call did not end well, or we or the end of its key cut it; the call is stopped
 * then
 */
export async function collectWhole({
  call: { generationId, reader },
  closed,
  stopSignal,
  onEntry,
}: Collecting): Promise<{ start: ReplyStart; end: ReplyEnd } | null> {
  let start: ReplyStart | null = null;
  try {
    for await (const entry of reader.entries(stopSignal)) {
      if (entry.type === 'start') start = entry;
      else if (entry.type !== 'end') onEntry(entry);
      else if (entry.state !== 'done' || !start) throw endError(entry);
      else return { start, end: entry };
    }
  } finally {
    reader.close();
  }
  const error = endEarly({ generationId, closed, delivery: 'whole' });
  if (error) throw error;
  return null;
}
