import type { ErrorCode } from '#app/contracts/errors.ts';
import {
  isFinalState,
  START_CURSOR,
  type FinishReason,
  type GenerationState,
  type LogEntry,
  type NumberedEvent,
  type ReplyCursor,
  type ReplyEnd,
  type ReplyEvent,
} from '#app/contracts/generation.ts';
import { createBatcher } from '#app/core/platform/batcher.ts';
import { logger } from '#app/core/platform/logger.ts';
import { listeners, type Feed } from '#app/core/realtime/listeners.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { readersKey, readLog, type LogPage } from './log.ts';

interface ReadOptions {
  generationId: string;
  /** Position up to which the reader has the reply; absent: it has nothing. */
  cursor?: ReplyCursor;
  signal: AbortSignal;
}

/** A reply as the database has it: the last checkpoint of a running one, everything of one that ended. */
interface StoredReply {
  text: string;
  thinking: string;
  checkpointNumber: number;
  end: ReplyEnd | null;
}

interface StoredRow {
  id: string;
  target: string;
  state: GenerationState;
  reply_message_id: string | null;
  text: string | null;
  thinking: string | null;
  checkpoint_number: number;
  finish_reason: FinishReason | null;
  error_code: ErrorCode | null;
  error_detail: string | null;
  charged_micro: string | null;
}

/**
 * Reads a stored reply for a reader. Readers that receive nothing poll at the same moment: one statement
 * serves all of them.
 */
const pollStoredReply = createBatcher<string, StoredReply | undefined>({
  name: 'look',
  async run(generationIds) {
    try {
      const rows = await selectStored(AUTOCOMMIT, generationIds);
      const replies = await Promise.all(rows.map((row) => toStoredReply(AUTOCOMMIT, row)));
      const byId = new Map(rows.map(({ id }, index) => [id, replies[index]]));
      return generationIds.map((id) => ({ ok: true, value: byId.get(id) }));
    } catch (error) {
      // No retry here: readers poll again by themselves.
      return generationIds.map(() => ({ ok: false, error }));
    }
  },
});

/**
 * Streams a reply from a cursor to its end, to any number of readers: the log first, then live, without gap
 * or repetition. Pieces carry their offsets, so that the stored text can stand in for a log that is gone. The
 * caller has checked the owner.
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
    // The feed is stale at first, right after its registration: no event can be missed in between.
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
 * Reads a running reply up to now, with the cursor of exactly that position. The caller has checked the
 * owner.
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

/** Returns the received events, or reads the log and the row when an event may have been missed. */
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

/** Reads the events after the cursor: a page of the log, or the row if the log has nothing new. */
async function catchUp(generationId: string, have: ReplyCursor): Promise<LogPage> {
  const logged = await readLog(generationId, have.number).catch((error: Error) => {
    logger().warn({ generationId, error: error.message }, 'log not readable');
    return null;
  });
  if (logged && logged.events.length > 0) return logged;
  return { events: await readStored(generationId, have), hasMore: false };
}

async function readStored(generationId: string, have: ReplyCursor): Promise<NumberedEvent[]> {
  const stored = await pollStoredReply(generationId).catch(() => undefined);
  if (!stored) return [];
  const events: ReplyEvent[] = [];
  const { thinking, text, end } = stored;
  if (thinking.length > have.thinking)
    events.push({ type: 'thinking', at: have.thinking, text: thinking.slice(have.thinking) });
  if (text.length > have.text) events.push({ type: 'text', at: have.text, text: text.slice(have.text) });
  if (end) events.push(end);
  // Live events continue after the checkpoint; offsets drop the overlap.
  const number = Math.max(have.number, stored.checkpointNumber);
  return events.map((event) => ({ number, event }));
}

/**
 * Moves the cursor past an event and removes the text the reader already has; undefined when nothing is new.
 */
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

/** @returns undefined if the generation does not exist */
export async function readStoredReply(tx: Tx, generationId: string): Promise<StoredReply | undefined> {
  const [row] = await selectStored(tx, [generationId]);
  return row && toStoredReply(tx, row);
}

function selectStored(tx: Tx, generationIds: string[]): Promise<StoredRow[]> {
  return selectRows(
    tx,
    `SELECT id, target, state, reply_message_id, text, thinking, checkpoint_number, finish_reason, error_code,
       error_detail, charged_micro
     FROM generations WHERE id IN (?)`,
    [generationIds],
  );
}

async function toStoredReply(tx: Tx, row: StoredRow): Promise<StoredReply> {
  const { state, checkpoint_number: checkpointNumber } = row;
  if (!isFinalState(state)) {
    return { text: row.text ?? '', thinking: row.thinking ?? '', checkpointNumber, end: null };
  }
  const id = row.reply_message_id;
  const stored = id === null ? undefined : await targetOf(row).storedText?.(tx, id);
  return {
    text: stored?.text ?? '',
    thinking: stored?.thinking ?? '',
    checkpointNumber,
    end: {
      type: 'end',
      state,
      finishReason: row.finish_reason,
      errorCode: row.error_code,
      errorDetail: row.error_detail,
      costMicro: row.charged_micro ?? '0',
    },
  };
}
