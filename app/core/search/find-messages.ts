import {
  SEARCH_PAGE,
  type FoundMessage,
  type FoundPage,
  type SearchFilters,
  type SnippetPart,
} from '#app/contracts/search.ts';
import { AppError } from '#app/contracts/errors.ts';
import {
  filterMessages,
  idBounds,
  pageMessageIds,
  readSearched,
  type FilteredMessage,
  type SearchedMessage,
} from '#app/core/conversations/messages/found-messages.ts';
import { isId } from '#app/core/platform/ids.ts';
import { correctQuery } from './corrections.ts';
import { candidatesOf, slicesOf, type Slice } from './candidates.ts';
import { findTitles } from './find-titles.ts';
import { matchOf } from './long-texts.ts';
import { beginningOfText } from './tokens/match.ts';
import { readQuery, type Reading } from './tokens/query.ts';

/** A search of an account. */
interface Search {
  userId: string;
  /** Any text; only its beginning is read. */
  query: string;
  filters?: SearchFilters;
  /** `next` of the previous page; absent or null for the first one. */
  cursor?: string | null;
}

/** Max messages of the index that one page looks at, and milliseconds after which it ends with what it has. */
const MAX_EXAMINED = 10_000;
const PAGE_MS = 1500;

/** Messages whose texts are read at a time, and max bytes of them; a longer text is alone. */
const CHUNK = SEARCH_PAGE;
const CHUNK_BYTES = 2_000_000;

/** A reading of a query, and the point from which its results are wanted. */
interface Scan {
  userId: string;
  filters: SearchFilters;
  /** Null for a search without a query: all messages that meet the filters. */
  reading: Reading | null;
  before: string | null;
}

type UncorrectedPage = Omit<FoundPage, 'corrected'>;

/**
 * Finds messages of an account, newest first. A query is read strictly, if nothing is found, loosely, and if nothing
 * is found again, with one letter changed. Nothing is found by a query without letters, digits and emoji, unless
 * there are filters.
 * @throws AppError invalid_request for a cursor that this function did not return
 */
export async function findMessages(search: Search): Promise<FoundPage> {
  const page = await findUncorrected(search);
  if (search.cursor || !isEmpty(page)) return { ...page, corrected: null };
  const corrected = await correctQuery(search.userId, search.query);
  const second = corrected === null ? page : await findUncorrected({ ...search, query: corrected });
  return { ...second, corrected: isEmpty(second) ? null : corrected };
}

function isEmpty({ titles, messages, next }: UncorrectedPage): boolean {
  return titles.length === 0 && messages.length === 0 && next === null;
}

async function findUncorrected({ userId, query, filters = {}, cursor }: Search): Promise<UncorrectedPage> {
  const readings = readQuery(query);
  const hasFilters = Object.keys(filters).length > 0;
  if (readings.length === 0 && (query.trim() !== '' || !hasFilters))
    return { titles: [], messages: [], next: null };
  const tried: (Reading | null)[] = readings.length === 0 ? [null] : readings;
  const start = cursor ? readCursor(cursor, tried.length) : null;
  const withTitles = start === null && !hasFilters;
  const [titles, page] = await Promise.all([
    withTitles ? findTitles(userId, query, readings) : [],
    scanReadings({ userId, filters }, tried, start),
  ]);
  return { titles, ...page };
}

/** A page of the first reading that finds something, or of the one that a cursor names. */
async function scanReadings(
  search: Pick<Scan, 'userId' | 'filters'>,
  readings: readonly (Reading | null)[],
  start: Cursor | null,
): Promise<Omit<UncorrectedPage, 'titles'>> {
  for (const [index, reading] of readings.entries()) {
    if (start && index !== start.reading) continue;
    const { messages, last } = await scan({ ...search, reading, before: start?.before ?? null });
    const isLast = start !== null || index === readings.length - 1;
    if (messages.length > 0 || last !== null || isLast)
      return { messages, next: last === null ? null : `${index}.${last}` };
  }
  return { messages: [], next: null };
}

/** The reading of a query, and the message after which its next page begins. */
interface Cursor {
  reading: number;
  before: string;
}

function readCursor(cursor: string, readings: number): Cursor {
  const [index, before] = cursor.split('.', 2);
  const reading = /^\d$/.test(index ?? '') ? Number(index) : readings;
  if (reading >= readings || !isId(before)) throw new AppError('invalid_request', { param: 'cursor' });
  return { reading, before };
}

/** @returns a page of results, and the message after which the next page begins; null at the end */
async function scan({ userId, filters, reading, before }: Scan): Promise<{
  messages: FoundMessage[];
  last: string | null;
}> {
  const bounds = idBounds(filters);
  const start = earlier(before, bounds.before);
  const end = performance.now() + PAGE_MS;
  const messages: FoundMessage[] = [];
  let examined = 0;
  const batches = reading ? candidatesOf(userId, reading.terms, start) : allMessages(userId, start);
  for await (const { ids, last, ...slice } of batches) {
    const within = bounds.from === null ? ids : ids.filter((id) => id >= bounds.from!);
    const met = within.length === 0 ? [] : await filterMessages(userId, within, filters);
    for (const chunk of chunksOf(met)) {
      const found = await compare(userId, chunk, reading);
      for (const message of found) {
        if (messages.length === SEARCH_PAGE) return { messages, last: messages.at(-1)!.messageId };
        messages.push(message);
      }
      if (performance.now() > end) return { messages, last: chunk.at(-1)! };
    }
    if (bounds.from !== null && last < bounds.from) break;
    examined += slice.examined;
    if (examined >= MAX_EXAMINED || performance.now() > end) return { messages, last };
  }
  return { messages, last: null };
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

async function* allMessages(userId: string, start: string | null): AsyncGenerator<Slice> {
  for (let before = start; ;) {
    const ids = await pageMessageIds(userId, { before, max: 1000 });
    if (ids.length === 0) return;
    for (const slice of slicesOf(ids)) yield { ids: slice, last: slice.at(-1)!, examined: slice.length };
    before = ids.at(-1)!;
  }
}

function* chunksOf(messages: readonly FilteredMessage[]): Generator<string[]> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (chunk.length === CHUNK || (chunk.length > 0 && bytes + message.bytes > CHUNK_BYTES)) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(message.id);
    bytes += message.bytes;
  }
  if (chunk.length > 0) yield chunk;
}

async function compare(userId: string, ids: string[], reading: Reading | null): Promise<FoundMessage[]> {
  const rows = await readSearched(ids);
  const found: FoundMessage[] = [];
  for (const row of rows) {
    const snippet = reading ? await matchOf(userId, row.text, reading.literals) : beginningOfText(row.text);
    if (snippet) found.push(toFoundMessage(row, snippet));
  }
  return found;
}

function toFoundMessage(row: SearchedMessage, snippet: SnippetPart[]): FoundMessage {
  const { id, conversationId, title, sender, model, costMicro, fileCount } = row;
  return {
    messageId: id,
    conversationId,
    title,
    archived: row.isArchived === 1,
    isCreatedByUser: row.isCreatedByUser === 1,
    sender,
    model,
    costMicro,
    fileCount,
    createdAt: row.createdAt.toISOString(),
    snippet,
  };
}
