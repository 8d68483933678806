import type { LogEntry } from '#app/contracts/generation.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import { listeners, type Feed, type Received } from '#app/core/realtime/listeners.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { noteCall } from './calls-under-way.ts';
import { readersKey, readLog } from './log.ts';
import { readStoredReply } from './reader.ts';

/** Reader of a call of the public API, registered before the call is admitted so that it misses no entry. */
export interface CallReader {
  /** Yields every entry of the call's log from the first to the `end`; stops early when the signal aborts. */
  entries(signal: AbortSignal): AsyncIterableIterator<LogEntry>;
  /**
   * Call before the job is enqueued: the log is still empty, so a reader that is registered by now need not
   * read it.
   */
  noteEmptyLog(): void;
  /** Unregisters the reader. A streamed call without readers is stopped. */
  close(): void;
}

interface EntryPage {
  events: LogEntry[];
  hasMore: boolean;
  /** Redis did not respond. */
  isAway?: true;
}

/** @param isAway nothing can be read or received, because Redis is away or full */
type DeriveEnd = (isAway: boolean) => Promise<LogEntry | null>;

/**
 * Milliseconds that a busy worker has to publish the end after the row is closed: the row closes before the
 * log.
 */
const LATE_MS = 3000;

/** The same while Redis is away: a worker waits a minute for it. */
const AWAY_MS = 75_000;

/** Registers a reader for a call that is admitted or about to be. */
export function openCallReader(generationId: string): CallReader {
  const feed = listeners().open(generationId, readersKey(generationId));
  const endCall = noteCall();
  let knowsStart = false;
  let entries: CallEntries | undefined;
  return {
    entries: (signal) => iterate((entries = new CallEntries(generationId, feed, { signal, knowsStart }))),
    noteEmptyLog() {
      knowsStart = feed.takeStale();
    },
    close() {
      endCall();
      feed.close(entries?.hasEnded);
    },
  };
}

/** Reads a stored answer. */
export function replayAnswer(answer: LogEntry[]): CallReader {
  return {
    async *entries() {
      yield* answer;
    },
    noteEmptyLog: () => undefined,
    close: () => undefined,
  };
}

/**
 * Entries of a call's log from the first to the `end`: as received, and read from the log where one was
 * missed. Stops early when the signal aborts.
 */
class CallEntries implements Source<LogEntry> {
  private ready: LogEntry[] = [];
  private have = 0;
  /** The read that merely follows the registration is done: the row had not ended yet. */
  private hasRead: boolean;
  /** The log has more entries than the page that was read. */
  private hasMore = false;
  /** The call's `end` entry was read. */
  hasEnded = false;
  private readonly signal: AbortSignal;
  private readonly conclude: DeriveEnd;

  constructor(
    private readonly generationId: string,
    private readonly feed: Feed,
    { signal, knowsStart }: { signal: AbortSignal; knowsStart: boolean },
  ) {
    this.signal = signal;
    this.hasRead = knowsStart;
    this.conclude = endDeriver(generationId);
  }

  async next(): Promise<LogEntry | undefined> {
    while (this.ready.length === 0) {
      if (this.hasEnded || this.signal.aborted) return undefined;
      if (this.hasMore) {
        await this.read(null);
        continue;
      }
      await this.feed.news(this.signal);
      const received = this.feed.take();
      const isStale = this.feed.takeStale();
      const entries = entriesAfter(this.have, received);
      if (entries && entries.length > 0) this.ready = entries;
      else if (!entries || isStale) {
        const conclude = this.hasRead ? this.conclude : null;
        this.hasRead = true;
        await this.read(conclude);
      }
    }
    const entry = this.ready.shift()!;
    this.have += 1;
    if (entry.type === 'end') this.hasEnded = true;
    return entry;
  }

  private async read(conclude: DeriveEnd | null): Promise<void> {
    const { events, hasMore } = await readBeyond(this.generationId, this.have, {
      conclude,
      isHeld: this.feed.isHeld(),
    });
    this.ready = events;
    this.hasMore = hasMore;
  }

  end(): void {
    this.ready = [];
  }
}

/** Received entries that follow the first `have`; null when one in between is missing. */
function entriesAfter(have: number, received: Received[]): LogEntry[] | null {
  const entries: LogEntry[] = [];
  for (const { number, entry } of received) {
    if (number > have + entries.length + 1) return null;
    if (number > have + entries.length) entries.push(JSON.parse(entry) as LogEntry);
  }
  return entries;
}

/** Reads the log beyond the entries that were read; if it has nothing new, derives the end from the row. */
async function readBeyond(
  generationId: string,
  have: number,
  { conclude, isHeld }: { conclude: DeriveEnd | null; isHeld: boolean },
): Promise<EntryPage> {
  const logged = await readPage(generationId, have);
  if (logged.events.length > 0 || !conclude) return logged;
  const end = await conclude(logged.isAway === true || !isHeld).catch(() => null);
  if (!end) return logged;
  // The end may have been appended between the two reads.
  const late = await readPage(generationId, have);
  return late.events.length > 0 ? late : { events: [end], hasMore: false };
}

/** Reads a page; a log that cannot be read counts as empty for now. */
async function readPage(generationId: string, have: number): Promise<EntryPage> {
  try {
    const { events, hasMore } = await readLog(generationId, have);
    return { events: events.map(({ event }) => event), hasMore };
  } catch {
    return { events: [], hasMore: false, isAway: true };
  }
}

/**
 * Creates a function that derives the end of a call whose log is gone. Its missing output cannot be
 * recovered, so the answer must not look complete.
 * @returns a function that returns null while the end may still be published
 */
function endDeriver(generationId: string): DeriveEnd {
  let endedSince: number | null = null;
  let wasAway = false;
  return async (isAway) => {
    const stored = await readStoredReply(AUTOCOMMIT, generationId);
    if (!stored?.end) return null;
    if (isAway !== wasAway) endedSince = null;
    wasAway = isAway;
    endedSince ??= performance.now();
    if (performance.now() - endedSince < (isAway ? AWAY_MS : LATE_MS)) return null;
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
