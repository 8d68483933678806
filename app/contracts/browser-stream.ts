import { readCursor, writeCursor, type ReplyCursor, type ReplyEnd } from './generation.ts';
import type { UserEvent } from './user-events.ts';

/**
 * The one event stream of a browser, GET /api/events: every running reply of the user and what else
 * happens to the account. The data of each server-sent event is a `StreamItem[]`; its id says how much of
 * every unfinished reply the reader has then, so that the browser's own Last-Event-ID resumes all of them
 * without gap or repetition, on whichever web process it arrives.
 */
export const BROWSER_STREAM_PATH = '/api/events';

/** A stretch of a reply's text that begins `at` that many UTF-16 units into it. */
export interface Piece {
  at: number;
  text: string;
}

/** More of one reply: everything up to event `number` that the reader did not have. */
export interface ReplyGrowth {
  type: 'reply';
  generationId: string;
  number: number;
  text?: Piece;
  thinking?: Piece;
  end?: ReplyEnd;
}

export type StreamItem =
  /** First on every connection: what runs now. What happened while nobody listened is read again. */
  | { type: 'hello'; running: string[] }
  | ReplyGrowth
  /** The reader asked to go on with a reply that is not there, or not its own. */
  | { type: 'gone'; generationId: string }
  /** Events of one act have the same number, those of the next act the next one. */
  | { type: 'event'; number: number; event: UserEvent }
  /** The number of the account's newest event, now and then: who knows of another one has missed something. */
  | { type: 'newest'; number: number };

/** Cursors by generation id. */
export type Have = ReadonlyMap<string, ReplyCursor>;

/** Stands for an empty list: an empty event id would make the browser forget that it had one. */
const NOTHING = '-';
const MOST_REPLIES = 200;
const ENTRY = /^([0-9a-f-]{36}):(.+)$/;

/** `<generation>:<number>.<text>.<thinking>`, separated by commas: an event id, or `?have=` of a first connection. */
export function writeHave(have: Have): string {
  if (have.size === 0) return NOTHING;
  return Array.from(have, ([id, cursor]) => `${id}:${writeCursor(cursor)}`).join(',');
}

/** Reads a list that came from outside; what is odd in it is left out, and 200 replies at most are read. */
export function readHave(text: string | null | undefined): Map<string, ReplyCursor> {
  const have = new Map<string, ReplyCursor>();
  for (const entry of (text ?? '').split(',', MOST_REPLIES)) {
    const match = ENTRY.exec(entry.trim());
    if (match?.[1] !== undefined) have.set(match[1], readCursor(match[2]));
  }
  return have;
}
