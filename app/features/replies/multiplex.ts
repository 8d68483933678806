import { setMaxListeners } from 'node:events';
import type { Have } from '#app/contracts/browser-stream.ts';
import { START_CURSOR, type NumberedEvent, type ReplyCursor } from '#app/contracts/generation.ts';
import { begunBy, type NumberedUserEvent } from '#app/contracts/user-events.ts';
import { createCondition } from './condition.ts';
import { createPendingItems, type Batch } from './pending-items.ts';

/** Where a user's stream takes its items from. */
export interface StreamSources {
  /** Ids of the user's running replies. */
  running: () => Promise<string[]>;
  /** Which of these replies, running or ended, are the user's own. */
  owned: (generationIds: string[]) => Promise<string[]>;
  read: (generationId: string, cursor: ReplyCursor, signal: AbortSignal) => AsyncIterable<NumberedEvent>;
  watch: (signal: AbortSignal) => AsyncIterable<NumberedUserEvent>;
  /** The number of the user's newest event. */
  newest: () => Promise<number>;
}

interface Pace {
  /** Least time between two batches. */
  batchMs: number;
  /** Before the first look for what nobody told of, and between the next ones. */
  firstLookMs: number;
  lookMs: number;
  /** A reader that takes nothing for this long is dropped. It comes back with its cursors. */
  stallMs: number;
}

/** By the batch of a look the browser also sees that the connection lives. */
export const PACE: Pace = { batchMs: 30, firstLookMs: 2000, lookMs: 15_000, stallMs: 30_000 };

/** Characters that may wait for a reader before the replies are read more slowly. */
const MOST_WAITING = 64 * 1024;

/**
 * All running replies of a user and what else happens to the account, as one stream of batches. It goes on
 * where `have` says, follows replies as they begin, and never ends by itself.
 */
export async function* multiplex(
  sources: StreamSources,
  have: Have,
  signal: AbortSignal,
  pace: Pace = PACE,
): AsyncIterable<Batch> {
  const pending = createPendingItems();
  const followed = new Set<string>();
  const news = createCondition();
  const taken = createCondition();
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();

  /** While much waits for a slow reader, whoever brings more waits too. */
  async function room(): Promise<void> {
    const stalled = Date.now() + pace.stallMs;
    while (pending.size() >= MOST_WAITING && !ending.signal.aborted) {
      if (Date.now() >= stalled) end();
      await taken.wait(ending.signal, stalled - Date.now());
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

  /** A failure ends the stream; the browser comes back with its cursors. */
  function start(work: Promise<void>): void {
    work.catch(end);
  }

  async function greet(): Promise<void> {
    const asked = [...have.keys()];
    const [running, owned] = await Promise.all([sources.running(), sources.owned(asked)]);
    pending.add({ type: 'hello', running });
    for (const id of asked) if (!owned.includes(id)) pending.add({ type: 'gone', generationId: id });
    for (const id of [...owned, ...running]) start(follow(id, have.get(id) ?? START_CURSOR));
  }

  try {
    start(watch());
    await greet();
    let lookAt = Date.now() + pace.firstLookMs;
    while (!ending.signal.aborted) {
      yield pending.take();
      taken.notify();
      await createCondition().wait(ending.signal, pace.batchMs);
      if (pending.isEmpty()) await news.wait(ending.signal, lookAt - Date.now());
      if (Date.now() < lookAt) continue;
      const [running, number] = await Promise.all([sources.running(), sources.newest()]);
      for (const id of running) start(follow(id, START_CURSOR));
      pending.add({ type: 'newest', number });
      lookAt = Date.now() + pace.lookMs;
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
