import type { LogEntry } from '#app/contracts/generation.ts';
import { iterate, type Source } from '#app/core/platform/iterate.ts';
import { listeners, type Feed, type Received } from '#app/core/realtime/listeners.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { noteCall } from './calls-under-way.ts';
import { readersKey, readLog } from './log.ts';
import { readStoredReply } from './reader.ts';

/** A reader of a call of the public API: registered before the call is admitted, so that nothing slips by. */
export interface CallReader {
  /** Every entry of the call's log from the first to the `end`; stops early when the signal aborts. */
  entries(signal: AbortSignal): AsyncIterableIterator<LogEntry>;
  /** To be said before it is enqueued: nothing has been said yet. Who is registered by now need not look for it. */
  noteSilence(): void;
  /** Leaves. A streamed call that has no reader left is stopped. */
  close(): void;
}

interface Found {
  events: LogEntry[];
  hasMore: boolean;
  /** Redis did not answer. */
  isAway?: true;
}

/** @param isAway nothing is read or received, because Redis is away or full */
type Conclude = (isAway: boolean) => Promise<LogEntry | null>;

/** A row ends before its log does: a worker that is busy, or whose Redis is, is given so long to say the end itself. */
const LATE_MS = 3000;

/** The same while Redis is away: a worker waits a minute for it. */
const AWAY_MS = 75_000;

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

/**
 * The entries of a call's log from the first to the `end`: as they are received, and looked up where something was missed.
 * Stops early when the signal aborts.
 */
class CallEntries implements Source<LogEntry> {
  private ready: LogEntry[] = [];
  private have = 0;
  /** The look that only follows the registration is over: the row had nothing to say yet. */
  private hasLooked: boolean;
  /** The log has more than the page that was read. */
  private hasMore = false;
  /** The call's own end was read. */
  hasEnded = false;
  private readonly signal: AbortSignal;
  private readonly conclude: Conclude;

  constructor(
    private readonly generationId: string,
    private readonly feed: Feed,
    { signal, knowsStart }: { signal: AbortSignal; knowsStart: boolean },
  ) {
    this.signal = signal;
    this.hasLooked = knowsStart;
    this.conclude = concluder(generationId);
  }

  async next(): Promise<LogEntry | undefined> {
    while (this.ready.length === 0) {
      if (this.hasEnded || this.signal.aborted) return undefined;
      if (this.hasMore) {
        await this.look(null);
        continue;
      }
      await this.feed.news(this.signal);
      const received = this.feed.take();
      const isStale = this.feed.takeStale();
      const entries = entriesAfter(this.have, received);
      if (entries && entries.length > 0) this.ready = entries;
      else if (!entries || isStale) {
        const conclude = this.hasLooked ? this.conclude : null;
        this.hasLooked = true;
        await this.look(conclude);
      }
    }
    const entry = this.ready.shift()!;
    this.have += 1;
    if (entry.type === 'end') this.hasEnded = true;
    return entry;
  }

  private async look(conclude: Conclude | null): Promise<void> {
    const { events, hasMore } = await lookUp(this.generationId, this.have, {
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

/** What was received beyond the entries that are there; null when one is missing in between. */
function entriesAfter(have: number, received: Received[]): LogEntry[] | null {
  const entries: LogEntry[] = [];
  for (const { number, entry } of received) {
    if (number > have + entries.length + 1) return null;
    if (number > have + entries.length) entries.push(JSON.parse(entry) as LogEntry);
  }
  return entries;
}

/** What the log has beyond the entries that were read; when it has nothing, what can be concluded from the row. */
async function lookUp(
  generationId: string,
  have: number,
  { conclude, isHeld }: { conclude: Conclude | null; isHeld: boolean },
): Promise<Found> {
  const logged = await readPage(generationId, have);
  if (logged.events.length > 0 || !conclude) return logged;
  const end = await conclude(logged.isAway === true || !isHeld).catch(() => null);
  if (!end) return logged;
  // The end may have been appended between the two looks.
  const late = await readPage(generationId, have);
  return late.events.length > 0 ? late : { events: [end], hasMore: false };
}

/** A log that cannot be read has nothing for now. */
async function readPage(generationId: string, have: number): Promise<Found> {
  try {
    const { events, hasMore } = await readLog(generationId, have);
    return { events: events.map(({ event }) => event), hasMore };
  } catch {
    return { events: [], hasMore: false, isAway: true };
  }
}

/**
 * Says how a call has ended whose log is gone: what was said in between cannot be had again, so the answer must not
 * look whole.
 * @returns a function that answers null while the end may still be said
 */
function concluder(generationId: string): Conclude {
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
