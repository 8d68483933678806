import type { LogEntry } from '#app/contracts/generation.ts';
import type { CallReader } from '#app/core/generation/read-call.ts';
import { failureChunk, type CompletionChunks } from './completion-chunks.ts';
import { keyEnded, leave } from './end-early.server.ts';

interface Sources {
  generationId: string;
  chunks: CompletionChunks;
  reader: CallReader;
  /** The reader's entries, and what they were asked for already. */
  entries: AsyncIterator<LogEntry>;
  first: Promise<IteratorResult<LogEntry>>;
  /** Aborted when the client has left; entries that end early without it were cut by the end of the key. */
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
    const { chunks, entries, closed } = this.sources;
    if (!this.isOpen) {
      this.isOpen = true;
      return { done: false, value: chunks.opening() };
    }
    while (!this.isOver) {
      let next: IteratorResult<LogEntry>;
      try {
        next = await (this.first ?? entries.next());
      } catch (error) {
        this.end(true);
        throw error;
      }
      this.first = null;
      if (this.isOver) break;
      if (next.done) {
        this.end(true);
        if (!closed.aborted) return { done: false, value: failureChunk(keyEnded()) };
      } else if (next.value.type === 'end') {
        this.end(false);
        return { done: false, value: chunks.closing(next.value) };
      } else {
        const piece = chunks.piece(next.value);
        if (piece !== '') return { done: false, value: piece };
      }
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<string>> {
    this.end(true);
    return { done: true, value: undefined };
  }

  private end(isEarly: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    this.sources.reader.close();
    if (isEarly) leave(this.sources.generationId);
  }
}
