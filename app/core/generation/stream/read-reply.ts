import {
  START_CURSOR,
  type LogEntry,
  type NumberedEvent,
  type ReplyCursor,
  type ReplyEvent,
} from '#app/contracts/generation.ts';
import { logger } from '#app/core/platform/logger.ts';
import { listeners, type Feed } from '#app/core/realtime/listeners.ts';
import { readLog, readersKey, type LogPage } from './reply-log.ts';
import { lookAtStoredReply } from './stored-reply.ts';

interface ReadOptions {
  generationId: string;
  /** What the reader has already; absent: nothing. */
  cursor?: ReplyCursor;
  signal: AbortSignal;
}

/**
 * A reply from a cursor to its end, to any number of readers: the log first, then live, without gap or
 * repetition. Pieces carry their offsets, so that the stored text can stand in for a log that is gone. The
 * caller has checked whose reply it is.
 * @returns after the `end` event, or when the signal aborts
 */
export async function* readReply({
  generationId,
  cursor = START_CURSOR,
  signal,
}: ReadOptions): AsyncGenerator<NumberedEvent> {
  const feed = listeners().open(generationId, readersKey(generationId));
  const have = { ...cursor };
  try {
    // The feed is stale at first, right after its registration: nothing can slip in between.
    for (let hasMore = false; !signal.aborted;) {
      const page: LogPage = hasMore
        ? await catchUp(generationId, have)
        : await nextEvents(generationId, feed, have, signal);
      hasMore = page.hasMore;
      for (const event of page.events) {
        const fresh = trim(event, have);
        if (fresh) yield fresh;
        if (event.event.type === 'end') return;
      }
    }
  } finally {
    feed.close();
  }
}

/**
 * A reply as far as it is known now, with the cursor of exactly that. The caller has checked whose it is.
 */
export async function readReplySoFar(
  generationId: string,
): Promise<{ text: string; thinking: string; cursor: ReplyCursor }> {
  const cursor = { ...START_CURSOR };
  const known = { text: '', thinking: '' };
  for (let hasMore = true; hasMore;) {
    const page = await catchUp(generationId, cursor);
    hasMore = page.hasMore;
    for (const one of page.events) {
      const event = trim(one, cursor)?.event;
      if (event && event.type !== 'end') known[event.type] += event.text;
    }
  }
  return { ...known, cursor };
}

/** What was received, or what the log and the row say when something may have been missed. */
async function nextEvents(
  generationId: string,
  feed: Feed,
  have: ReplyCursor,
  signal: AbortSignal,
): Promise<LogPage> {
  await feed.news(signal);
  const received = feed.take().filter((one) => one.number > have.number);
  const isGapless = received.every((one, index) => one.number === have.number + 1 + index);
  if (received.length > 0 && isGapless) {
    const events = received.map(({ number, entry }) => ({ number, event: JSON.parse(entry) as LogEntry }));
    return { events, hasMore: false };
  }
  if (received.length > 0 || feed.takeStale()) return catchUp(generationId, have);
  return { events: [], hasMore: false };
}

/** What comes after the cursor: a page of the log, and when that has nothing new, the row. */
async function catchUp(generationId: string, have: ReplyCursor): Promise<LogPage> {
  const logged = await readLog(generationId, have.number).catch((error: Error) => {
    logger().warn({ generationId, error: error.message }, 'log not readable');
    return null;
  });
  if (logged && logged.events.length > 0) return logged;
  return { events: await readStored(generationId, have), hasMore: false };
}

async function readStored(generationId: string, have: ReplyCursor): Promise<NumberedEvent[]> {
  const stored = await lookAtStoredReply(generationId).catch(() => undefined);
  if (!stored) return [];
  const events: ReplyEvent[] = [];
  const { thinking, text, end } = stored;
  if (thinking.length > have.thinking)
    events.push({ type: 'thinking', at: have.thinking, text: thinking.slice(have.thinking) });
  if (text.length > have.text) events.push({ type: 'text', at: have.text, text: text.slice(have.text) });
  if (end) events.push(end);
  // Live events go on after the checkpoint; offsets drop what both have.
  const number = Math.max(have.number, stored.checkpointNumber);
  return events.map((event) => ({ number, event }));
}

/** Moves the cursor over an event and drops what the reader has; undefined when nothing of it is new. */
function trim({ number, event }: NumberedEvent<LogEntry>, have: ReplyCursor): NumberedEvent | undefined {
  have.number = Math.max(have.number, number);
  if (event.type === 'end') return { number: have.number, event };
  if (event.type !== 'text' && event.type !== 'thinking') return undefined;
  const has = event.type === 'text' ? have.text : have.thinking;
  const fresh = event.text.slice(Math.max(0, has - event.at));
  if (fresh === '') return undefined;
  if (event.type === 'text') have.text = event.at + event.text.length;
  else have.thinking = event.at + event.text.length;
  return { number: have.number, event: { ...event, at: Math.max(has, event.at), text: fresh } };
}
