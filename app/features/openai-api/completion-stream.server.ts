import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry } from '#app/contracts/generation.ts';
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

/**
 * What a streamed completion writes, piece by piece. Who stops reading before its end stops the run. Written as an
 * iterator and not as a generator: every token comes through it.
 */
export class CompletionStream implements AsyncIterableIterator<string> {
  private first: Promise<IteratorResult<LogEntry>> | null;
  private isOpen = false;
  private isOver = false;

  constructor(private readonly sources: Sources) {
    this.first = sources.first;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    const { chunks, entries } = this.sources;
    if (!this.isOpen) {
      this.isOpen = true;
      return { done: false, value: chunks.opening() };
    }
    while (!this.isOver) {
      let next: IteratorResult<LogEntry>;
      try {
        next = await (this.first ?? entries.next());
      } catch (error) {
        this.end();
        throw error;
      }
      this.first = null;
      if (this.isOver) break;
      if (next.done) {
        const error = this.end();
        if (error) return { done: false, value: failureChunk(error) };
      } else if (next.value.type === 'end') {
        this.close();
        return { done: false, value: chunks.closing(next.value) };
      } else {
        const piece = chunks.piece(next.value);
        if (piece !== '') return { done: false, value: piece };
      }
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<string>> {
    this.end();
    return { done: true, value: undefined };
  }

  private close(): void {
    this.isOver = true;
    this.sources.reader.close();
  }

  /** Ends before the call does. @returns what its client hears, or null */
  private end(): AppError | null {
    if (this.isOver) return null;
    this.close();
    const { generationId, closed } = this.sources;
    return endEarly({ generationId, closed, delivery: 'stream' });
  }
}
