import type { LogEntry } from '#app/contracts/generation.ts';
import { iterate } from '#app/core/platform/iterate.ts';
import { noteCall } from './calls-under-way.ts';
import { CallEntries } from './call-entries.ts';
import { listeners } from '#app/core/realtime/listeners.ts';
import { readersKey } from './reply-log.ts';

/** A reader of a call of the public API: registered before the call is admitted, so that nothing slips by. */
export interface CallReader {
  /** Every entry of the call's log from the first to the `end`; stops early when the signal aborts. */
  entries(signal: AbortSignal): AsyncIterableIterator<LogEntry>;
  /** To be said before it is enqueued: nothing has been said yet. Who is registered by now need not look for it. */
  noteSilence(): void;
  /** Leaves. A streamed call that has no reader left is stopped. */
  close(): void;
}

/** Registers a reader for a call, admitted or about to be. */
export function openCallReader(generationId: string): CallReader {
  const feed = listeners().open(generationId, readersKey(generationId));
  const endCall = noteCall();
  let knowsStart = false;
  let entries: CallEntries | undefined;
  return {
    entries: (signal) => iterate((entries = new CallEntries(generationId, feed, { signal, knowsStart }))),
    noteSilence() {
      knowsStart = feed.takeStale();
    },
    close() {
      endCall();
      feed.close(entries?.hasEnded);
    },
  };
}

/** A reader of an answer that was kept. */
export function replayAnswer(answer: LogEntry[]): CallReader {
  return {
    async *entries() {
      yield* answer;
    },
    noteSilence: () => undefined,
    close: () => undefined,
  };
}
