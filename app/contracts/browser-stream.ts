import { readCursor, writeCursor, type ReplyCursor, type ReplyEnd } from './generation.ts';
import type { UserEvent } from './user-events.ts';

/**
 * The single event stream of a browser, GET /api/events: every running reply of the user and all other events
 * of the account. The data of each server-sent event is a `StreamItem[]`; its id records how much of every
 * unfinished reply the reader has received so far, so that the browser's own Last-Event-ID resumes all of
 * them without gap or repetition, on any web process.
 */
export const BROWSER_STREAM_PATH = '/api/events';

/** A piece of a reply's text that begins `at` that many UTF-16 units into the text. */
export interface Piece {
  at: number;
  text: string;
}

/** An addition to one reply: everything up to event `number` that the reader does not have yet. */
export interface ReplyGrowth {
  type: 'reply';
  generationId: string;
  number: number;
  text?: Piece;
  thinking?: Piece;
  end?: ReplyEnd;
}

export type StreamItem =
  /**
   * The first item on every connection: the running replies. The reader must reload any state that changed
   * while it was not connected.
   */
  | { type: 'hello'; running: string[] }
  | ReplyGrowth
  /** The reader asked to continue a reply that does not exist or is not its own. */
  | { type: 'gone'; generationId: string }
  /** Events of one action have the same number; the next action has the next number. */
  | { type: 'event'; number: number; event: UserEvent }
  /**
   * The number of the account's newest event, sent from time to time: a reader that knows another number has
   * missed one.
   */
  | { type: 'newest'; number: number };

/** Cursors keyed by generation id. */
export type CursorMap = ReadonlyMap<string, ReplyCursor>;

/** Represents an empty list: an empty event id would make the browser forget the last one. */
const NOTHING = '-';
const MAX_REPLIES = 200;
const ENTRY = /^([0-9a-f-]{36}):(.+)$/;

/**
 * Writes `<generation>:<number>.<text>.<thinking>`, separated by commas: an event id, or `?have=` of a first
 * connection.
 */
export function writeCursors(have: CursorMap): string {
  if (have.size === 0) return NOTHING;
  return Array.from(have, ([id, cursor]) => `${id}:${writeCursor(cursor)}`).join(',');
}

/** Reads a list from an untrusted source; ignores malformed entries and reads at most 200 replies. */
export function readCursors(text: string | null | undefined): Map<string, ReplyCursor> {
  const have = new Map<string, ReplyCursor>();
  for (const entry of (text ?? '').split(',', MAX_REPLIES)) {
    const match = ENTRY.exec(entry.trim());
    if (match?.[1] !== undefined) have.set(match[1], readCursor(match[2]));
  }
  return have;
}
