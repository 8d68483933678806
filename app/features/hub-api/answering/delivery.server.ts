import type { AppLoadContext } from '@remix-run/node';
import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd, ReplyStart } from '#app/contracts/generation.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import { drained } from '#app/http/draining.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { answerHeaders } from './answer-headers.server.ts';
import { cutByUs, endEarly } from './end-early.server.ts';
import { endError } from './end-error.ts';

/** Says a call in the words of one dialect, piece by piece as they go to the client. */
export interface CallWriter {
  /** What comes before anything that the model says. */
  opening(): string;
  /** What an entry of the log is in the dialect's words; '' for one that says nothing to a client. */
  piece(entry: LogEntry): string;
  /** The end of the stream, whether the call ended well or not. */
  closing(end: ReplyEnd): string;
  /** A stream that has begun can only say in its own words that it failed. Nothing follows it. */
  failure(error: AppError): string;
}

interface Sources extends CallEntries {
  writer: CallWriter;
  call: OpenCall;
  /** Aborted when the client has left; entries may end early without it (`endEarly`). */
  closed: AbortSignal;
}

/** The entries of a call, and the first of them, which was asked for already. */
export interface CallEntries {
  entries: AsyncIterator<LogEntry>;
  first: Promise<IteratorResult<LogEntry>>;
}

/** A stream whose reader is there. */
interface OpenStream {
  produce(read: CallEntries): AsyncIterable<string>;
  /** A stream that has begun can only say in its own words that it failed. Nothing follows it. */
  failure(error: AppError): string;
}

interface StreamedCall {
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
  /** Fields of the call that reach nobody, whoever answers. */
  ignored: readonly string[];
  /** Where the call has its prompt. */
  promptField?: string;
  /** Says nothing, so that no proxy takes the connection for dead. */
  heartbeat?: string;
  /** @param start who answers; null when nobody does yet */
  open(start: ReplyStart | null): OpenStream;
}

/** A provider that is slow to begin is waited for in silence for so long; then the stream opens with comments. */
const HOLD_OPEN_MS = 20_000;

interface Collecting {
  call: OpenCall;
  /** Aborted when the client has left. */
  closed: AbortSignal;
  /** Aborted then, when the key has ended, and when the time to drain is over. */
  inForce: AbortSignal;
  /** Gets what stands between the start and the end. */
  onEntry(entry: Exclude<LogEntry, ReplyStart | ReplyEnd>): void;
}

/** A stream of what a writer says of a call. Who stops reading before its end stops the run. */
export function writtenBy(writer: CallWriter, call: OpenCall, closed: AbortSignal): OpenStream {
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
        // A comment: clients of every dialect pass it over.
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

  /** Ends before the call does. @returns what its client hears, or null */
  private leave(): AppError | null {
    if (this.isOver) return null;
    this.close();
    const { call, closed } = this.sources;
    return endEarly({ generationId: call.generationId, closed, delivery: 'stream' });
  }
}

/**
 * Answers a call as server-sent events. The opening is held back until the model has begun to answer, so that everything
 * that goes wrong before is an ordinary error with a status.
 * @throws AppError when the call ended badly before it began to answer
 */
export async function streamCall(streamed: StreamedCall): Promise<Answer> {
  const { call, context, inForce } = streamed;
  const entries = call.reader.entries(inForce)[Symbol.asyncIterator]();
  const first = entries.next();
  const opening = await firstWithin(first, HOLD_OPEN_MS);
  if (inForce.aborted) {
    // Nobody will ever read the body, so its producer would not be there to say so.
    call.reader.close();
    const { generationId } = call;
    const error = endEarly({ generationId, closed: context.closed, delivery: 'stream' });
    if (error) throw error;
    return new Response(null, { status: 499 });
  }
  const entry = opening && !opening.done ? opening.value : null;
  // A repeat of a call for pictures has its end as the first that it reads.
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
    lastPiece: () => stream.failure(cutByUs()),
    // Nobody else can go on with it.
    until: drained(),
    produce: () => stream.produce({ entries, first }),
  });
}

/** What a promise brings, or null when it takes longer. */
async function firstWithin<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Reads a call to its end before anything of it is answered.
 * @returns null when the client has left: nobody reads an answer then
 * @throws AppError when the call did not end well, or we or the end of its key have cut it: then it is stopped
 */
export async function collectWhole({
  call: { generationId, reader },
  closed,
  inForce,
  onEntry,
}: Collecting): Promise<{ start: ReplyStart; end: ReplyEnd } | null> {
  let start: ReplyStart | null = null;
  try {
    for await (const entry of reader.entries(inForce)) {
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
