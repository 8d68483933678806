import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry } from '#app/contracts/generation.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import type { CallReader } from '#app/core/generation/stream/read-call.ts';
import { failureChunk, type CompletionChunks } from './completion-chunks.ts';
import { endEarly } from './end-early.server.ts';

interface Sources {
  generationId: string;
  chunks: CompletionChunks;
  reader: CallReader;
  /** The reader's entries, and what they were asked for already. */
  entries: AsyncIterator<LogEntry>;
  first: Promise<IteratorResult<LogEntry>>;
  /** Aborted when the client has left; entries may end early without it (`endEarly`). */
  closed: AbortSignal;
}

/** What a streamed completion writes, piece by piece. Who stops reading before its end stops the run. */
export function completionStream(sources: Sources): AsyncIterableIterator<string> {
  return iterate(new CompletionStream(sources));
}

class CompletionStream implements Source<string> {
  private first: Promise<IteratorResult<LogEntry>> | null;
  private isOpen = false;
  private isOver = false;

  constructor(private readonly sources: Sources) {
    this.first = sources.first;
  }

  async next(): Promise<string | undefined> {
    const { chunks, entries } = this.sources;
    if (!this.isOpen) {
      this.isOpen = true;
      return chunks.opening();
    }
    while (!this.isOver) {
      const next = await (this.first ?? entries.next());
      this.first = null;
      if (this.isOver) break;
      if (next.done) {
        const error = this.leave();
        if (error) return failureChunk(error);
      } else if (next.value.type === 'end') {
        this.close();
        return chunks.closing(next.value);
      } else {
        const piece = chunks.piece(next.value);
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
    this.sources.reader.close();
  }

  /** Ends before the call does. @returns what its client hears, or null */
  private leave(): AppError | null {
    if (this.isOver) return null;
    this.close();
    const { generationId, closed } = this.sources;
    return endEarly({ generationId, closed, delivery: 'stream' });
  }
}
