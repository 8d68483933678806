import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';
import { endEarly } from './end-early.server.ts';
import type { CallEntries, OpenStream } from './stream-call.server.ts';

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
