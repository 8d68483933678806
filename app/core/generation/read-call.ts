import type { LogEntry } from '#app/contracts/generation.ts';
import { noteCall } from './calls-under-way.ts';
import { CallEntries } from './call-entries.ts';
import { listeners } from './listeners.ts';
import { readersKey } from './reply-log.ts';

/** A reader of a call of the public API: registered before the call is admitted, so that nothing slips by. */
export interface CallReader {
  /** Every entry of the call's log from the first to the `end`; stops early when the signal aborts. */
  entries(signal: AbortSignal): AsyncIterableIterator<LogEntry>;
  /** Leaves. A streamed call that has no reader left is stopped. */
  close(): void;
}

/** Registers a reader for a call, admitted or about to be. */
export function openCallReader(generationId: string): CallReader {
  const feed = listeners().open(generationId, readersKey(generationId));
  const endCall = noteCall();
  return {
    entries: (signal) => new CallEntries(generationId, feed, signal),
    close() {
      endCall();
      feed.close();
    },
  };
}

/** A reader of an answer that was kept. */
export function replayAnswer(answer: LogEntry[]): CallReader {
  return {
    async *entries() {
      yield* answer;
    },
    close: () => undefined,
  };
}
