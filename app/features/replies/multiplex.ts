import { setMaxListeners } from 'node:events';
import {
  writeCursors,
  type CursorMap,
  type Piece,
  type ReplyGrowth,
  type StreamItem,
} from '#app/contracts/browser-stream.ts';
import { START_CURSOR, type NumberedEvent, type ReplyCursor } from '#app/contracts/generation.ts';
import { begunBy, type NumberedUserEvent } from '#app/contracts/user-events.ts';

/** The sources of a user's stream. */
export interface StreamSources {
  /** Ids of the user's running replies. */
  running: () => Promise<string[]>;
  /** Those of these replies, running or ended, that belong to the user. */
  owned: (generationIds: string[]) => Promise<string[]>;
  read: (generationId: string, cursor: ReplyCursor, signal: AbortSignal) => AsyncIterable<NumberedEvent>;
  watch: (signal: AbortSignal) => AsyncIterable<NumberedUserEvent>;
  /** The number of the user's newest event. */
  newest: () => Promise<number>;
}

interface Pace {
  /** Minimum time between two batches, in milliseconds. */
  batchMs: number;
  /**
   * Time before the first poll for unannounced replies and events, and between later polls, in milliseconds.
   */
  firstPollMs: number;
  pollMs: number;
  /** A reader that does not read for this many milliseconds is dropped. It reconnects with its cursors. */
  stallMs: number;
}

/** The batch of each poll also shows the browser that the connection is alive. */
export const PACE: Pace = { batchMs: 30, firstPollMs: 2000, pollMs: 15_000, stallMs: 30_000 };

/** The number of characters that may wait for a reader before the replies are read more slowly. */
const MAX_WAITING = 64 * 1024;

/** One batch of a browser's stream. */
export interface Batch {
  /** The reader's cursors of all unfinished replies after this batch. */
  id: string;
  items: StreamItem[];
}

/**
 * All running replies of a user and the other events of the account, as one stream of batches. Resumes at the
 * cursors in `have`, follows replies as they begin, and never ends on its own.
 */
export async function* multiplex(
  sources: StreamSources,
  have: CursorMap,
  signal: AbortSignal,
  pace: Pace = PACE,
): AsyncIterable<Batch> {
  const pending = createPendingItems();
  const followed = new Set<string>();
  const news = createCondition();
  const consumed = createCondition();
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();

  /** Backpressure: while much waits for a slow reader, all sources wait, too. */
  async function room(): Promise<void> {
    const stalled = Date.now() + pace.stallMs;
    while (pending.size() >= MAX_WAITING && !ending.signal.aborted) {
      if (Date.now() >= stalled) end();
      await consumed.wait(ending.signal, stalled - Date.now());
    }
  }

  async function follow(id: string, cursor: ReplyCursor): Promise<void> {
    if (followed.has(id)) return;
    followed.add(id);
    pending.begin(id, cursor);
    for await (const event of sources.read(id, cursor, ending.signal)) {
      await room();
      if (ending.signal.aborted) return;
      pending.addEvent(id, event);
      news.notify();
    }
  }

  async function watch(): Promise<void> {
    for await (const { number, event } of sources.watch(ending.signal)) {
      await room();
      pending.add({ type: 'event', number, event });
      const begun = begunBy(event);
      if (begun !== null) start(follow(begun, START_CURSOR));
      news.notify();
    }
  }

  /** An error ends the stream; the browser reconnects with its cursors. */
  function start(work: Promise<void>): void {
    work.catch(end);
  }

  async function greet(): Promise<void> {
    const requested = [...have.keys()];
    const [running, owned] = await Promise.all([sources.running(), sources.owned(requested)]);
    pending.add({ type: 'hello', running });
    for (const id of requested) if (!owned.includes(id)) pending.add({ type: 'gone', generationId: id });
    for (const id of [...owned, ...running]) start(follow(id, have.get(id) ?? START_CURSOR));
  }

  try {
    start(watch());
    await greet();
    let pollAt = Date.now() + pace.firstPollMs;
    while (!ending.signal.aborted) {
      yield pending.take();
      consumed.notify();
      await createCondition().wait(ending.signal, pace.batchMs);
      if (pending.isEmpty()) await news.wait(ending.signal, pollAt - Date.now());
      if (Date.now() < pollAt) continue;
      const [running, number] = await Promise.all([sources.running(), sources.newest()]);
      for (const id of running) start(follow(id, START_CURSOR));
      pending.add({ type: 'newest', number });
      pollAt = Date.now() + pace.pollMs;
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** A condition variable: one notification ends all waits. */
function createCondition() {
  const waiting = new Set<() => void>();

  return {
    notify(): void {
      for (const wake of waiting) wake();
    },
    /** Resolves at the next `notify`, when the signal aborts, or after `milliseconds`. */
    wait(signal: AbortSignal, milliseconds?: number): Promise<void> {
      if (signal.aborted || (milliseconds !== undefined && milliseconds <= 0)) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = milliseconds === undefined ? undefined : setTimeout(wake, milliseconds);
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    },
  };
}

/**
 * The cursors of a reader and the items that wait for it. Waiting pieces of one reply are joined, so that a
 * batch has at most one item for each reply, and a list of everything else.
 */
function createPendingItems() {
  const cursors = new Map<string, ReplyCursor>();
  const growing = new Map<string, ReplyGrowth>();
  let others: StreamItem[] = [];
  let size = 0;

  function addEvent(generationId: string, { number, event }: NumberedEvent): void {
    const growth: ReplyGrowth = growing.get(generationId) ?? { type: 'reply', generationId, number };
    growing.set(generationId, growth);
    growth.number = Math.max(growth.number, number);
    if (event.type === 'end') growth.end = event;
    else {
      growth[event.type] = join(growth[event.type], event);
      size += event.text.length;
    }
  }

  /** Removes all waiting items; the cursors are those after them. */
  function take(): Batch {
    for (const growth of growing.values()) {
      if (growth.end) cursors.delete(growth.generationId);
      else cursors.set(growth.generationId, after(growth, cursors.get(growth.generationId)));
    }
    const items = [...others, ...growing.values()];
    others = [];
    growing.clear();
    size = 0;
    return { id: writeCursors(cursors), items };
  }

  return {
    begin: (generationId: string, cursor: ReplyCursor) => void cursors.set(generationId, cursor),
    addEvent,
    add(item: StreamItem): void {
      others.push(item);
      size += 100;
    },
    take,
    /** The approximate number of waiting characters. */
    size: () => size,
    isEmpty: () => others.length === 0 && growing.size === 0,
  };
}

function join(before: Piece | undefined, { at, text }: Piece): Piece {
  return before ? { at: before.at, text: before.text + text } : { at, text };
}

function after(growth: ReplyGrowth, before: ReplyCursor | undefined): ReplyCursor {
  return {
    number: growth.number,
    text: growth.text ? growth.text.at + growth.text.text.length : (before?.text ?? 0),
    thinking: growth.thinking ? growth.thinking.at + growth.thinking.text.length : (before?.thinking ?? 0),
  };
}
