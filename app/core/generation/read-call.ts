import type { LogEntry } from '#app/contracts/generation.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { listeners, type Feed } from './listeners.ts';
import { readLog, readersKey } from './reply-log.ts';
import { readStoredReply } from './stored-reply.ts';

/** A reader of a call of the public API: registered before the call is admitted, so that nothing slips by. */
export interface CallReader {
  /** Every entry of the call's log from the first to the `end`; stops early when the signal aborts. */
  entries(signal: AbortSignal): AsyncGenerator<LogEntry>;
  /** Leaves. A streamed call that has no reader left is stopped. */
  close(): void;
}

/** Registers a reader for a call, admitted or about to be. */
export function openCallReader(generationId: string): CallReader {
  const feed = listeners().open(generationId, readersKey(generationId));
  return {
    entries: (signal) => readEntries(generationId, feed, signal),
    close: () => feed.close(),
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

async function* readEntries(generationId: string, feed: Feed, signal: AbortSignal): AsyncGenerator<LogEntry> {
  let have = 0;
  let looks = 0;
  const conclude = concluder(generationId);
  while (!signal.aborted) {
    await feed.news(signal);
    const heard = feed.take().filter(({ number }) => number > have);
    const isGapless = heard.every(({ number }, index) => number === have + 1 + index);
    const doubted = feed.takeDoubt();
    let entries: LogEntry[] = [];
    if (heard.length > 0 && isGapless) entries = heard.map(({ entry }) => JSON.parse(entry) as LogEntry);
    else if (heard.length > 0 || doubted) {
      looks += 1;
      // The first doubt only follows the registration: the row has nothing to say yet.
      entries = await lookUp(generationId, have, looks > 1 ? conclude : null);
    }
    for (const entry of entries) {
      have += 1;
      yield entry;
      if (entry.type === 'end') return;
    }
  }
}

/** What the log has beyond the entries that were read; when it has nothing, what can be concluded from the row. */
async function lookUp(
  generationId: string,
  have: number,
  conclude: (() => Promise<LogEntry | null>) | null,
): Promise<LogEntry[]> {
  const logged = await readLog(generationId, have).catch(() => []);
  if (logged.length > 0 || !conclude) return logged.map(({ event }) => event);
  const end = await conclude().catch(() => null);
  if (!end) return [];
  // The end may have been appended between the two looks.
  const late = await readLog(generationId, have).catch(() => []);
  return late.length > 0 ? late.map(({ event }) => event) : [end];
}

/** A row ends before its log does: a worker that is busy, or whose Redis is, is given so long to say the end itself. */
const LATE_MS = 3000;

/**
 * Says how a call has ended whose log is gone: what was said in between cannot be had again, so the answer must not
 * look whole.
 * @returns a function that answers null while the end may still be said
 */
function concluder(generationId: string): () => Promise<LogEntry | null> {
  let endedSince: number | null = null;
  return async () => {
    const stored = await readStoredReply(AUTOCOMMIT, generationId);
    if (!stored?.end) return null;
    endedSince ??= Date.now();
    if (Date.now() - endedSince < LATE_MS) return null;
    const { errorCode, errorDetail, costMicro } = stored.end;
    return {
      type: 'end',
      state: 'interrupted',
      finishReason: null,
      errorCode: errorCode ?? 'interrupted',
      errorDetail,
      costMicro,
      usage: null,
    };
  };
}
