import { longId, shortId } from '#app/core/platform/ids.ts';
import { selectRows, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Term } from './tokens/query.ts';

/** Messages that are read from the index at a time. */
const BATCH = 1000;

/** The same for a beginning of words, for each of the words: at first, and after that. */
const FIRST_PREFIX_BATCH = 60;
const PREFIX_BATCH = 400;

/** The first slice of a batch: a page is often full with it. Each later one is twice as long. */
const FIRST_SLICE = 40;

/** Max words with a common beginning that are searched for: those with the newest messages. */
const MAX_COMPLETIONS = 64;

/** Larger than any byte of UTF-8. */
export const AFTER_UTF8 = Buffer.from([0xff]);

/** Candidates of a search. */
export interface Slice {
  ids: string[];
  /** The last message that was looked at for them, and the number of these. */
  last: string;
  examined: number;
}

/** The newest messages with a term. */
interface Source {
  term: Term;
  /** The tokens that the term stands for. */
  tokens: Buffer[];
  ids: string[];
  /** False if there may be more messages than `ids`. */
  isComplete: boolean;
}

/**
 * Yields messages of an account that may have all the terms, newest first, in growing slices; the caller compares
 * their texts. The rarest term is read, the others are looked up for its messages only.
 * @param before only messages with a lower id; null for all
 */
export async function* candidatesOf(
  userId: string,
  terms: readonly Term[],
  before: string | null,
): AsyncGenerator<Slice> {
  const account = shortId(userId);
  const sources = await Promise.all(terms.map((term) => openSource(account, term, before)));
  if (sources.some(({ ids }) => ids.length === 0)) return;
  const rarest = sources.reduce((one, other) => (isRarer(other, one) ? other : one));
  const others = sources.filter((one) => one !== rarest);
  for (let { ids } = rarest; ids.length > 0;) {
    for (const slice of slicesOf(ids)) {
      let shared = slice;
      for (const source of others) shared = await withTerm(account, source, shared);
      yield { ids: shared, last: slice.at(-1)!, examined: slice.length };
    }
    if (rarest.isComplete) return;
    const limit = rarest.term.isPrefix ? PREFIX_BATCH : BATCH;
    ids = await newestOf(account, rarest.tokens, { before: ids.at(-1)!, limit });
  }
}

/** Cuts a list into slices of growing length. */
export function* slicesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0, length = FIRST_SLICE; at < ids.length; at += length / 2) {
    yield ids.slice(at, at + length);
    length *= 2;
  }
}

/** True for a source with fewer messages: fewer in total, or the same number within a longer time. */
function isRarer(one: Source, other: Source): boolean {
  if (one.isComplete !== other.isComplete) return one.isComplete;
  if (one.isComplete) return one.ids.length < other.ids.length;
  // A word is looked up for given messages much faster than a beginning of words: that one is read.
  if (one.term.isPrefix !== other.term.isPrefix) return other.term.isPrefix;
  return one.ids.at(-1)! < other.ids.at(-1)!;
}

async function openSource(account: Buffer, term: Term, before: string | null): Promise<Source> {
  const token = Buffer.from(term.token);
  const tokens = term.isPrefix ? await completionsOf(account, token) : [token];
  const limit = term.isPrefix ? FIRST_PREFIX_BATCH : BATCH;
  const ids = tokens.length === 0 ? [] : await newestOf(account, tokens, { before, limit });
  const isComplete = tokens.length < MAX_COMPLETIONS && ids.length < limit;
  return { term, tokens, ids, isComplete };
}

/** The tokens with this beginning whose newest messages are the newest. */
async function completionsOf(account: Buffer, beginning: Buffer): Promise<Buffer[]> {
  const rows = await selectRows<{ token: Buffer }>(
    AUTOCOMMIT,
    `SELECT token FROM search_tokens WHERE user_id = ? AND token >= ? AND token < ?
     GROUP BY token ORDER BY MAX(message_id) DESC LIMIT ?`,
    [account, beginning, Buffer.concat([beginning, AFTER_UTF8]), MAX_COMPLETIONS],
  );
  return rows.map(({ token }) => token);
}

async function newestOf(
  account: Buffer,
  tokens: readonly Buffer[],
  { before, limit }: { before: string | null; limit: number },
): Promise<string[]> {
  const bound = before === null ? '' : 'AND message_id < ?';
  const each = `(SELECT message_id FROM search_tokens WHERE user_id = ? AND token = ? ${bound}
    ORDER BY message_id DESC LIMIT ?)`;
  const values = tokens.flatMap((token): SqlValue[] => [
    account,
    token,
    ...(before === null ? [] : [shortId(before)]),
    limit,
  ]);
  const rows = await selectRows<{ message_id: Buffer }>(
    AUTOCOMMIT,
    tokens.length === 1
      ? each
      : `SELECT DISTINCT message_id FROM (${tokens.map(() => each).join(' UNION ALL ')}) some
         ORDER BY message_id DESC LIMIT ?`,
    tokens.length === 1 ? values : [...values, limit],
  );
  return rows.map((row) => longId(row.message_id));
}

/** Those of the messages that have a term; a beginning of words is left to the comparison of the text. */
async function withTerm(account: Buffer, source: Source, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return ids;
  if (source.isComplete) {
    const all = new Set(source.ids);
    return ids.filter((id) => all.has(id));
  }
  if (source.term.isPrefix) return ids;
  const rows = await selectRows<{ message_id: Buffer }>(
    AUTOCOMMIT,
    'SELECT message_id FROM search_tokens WHERE user_id = ? AND token = ? AND message_id IN (?)',
    [account, source.tokens[0]!, ids.map(shortId)],
  );
  const found = new Set(rows.map((row) => longId(row.message_id)));
  return ids.filter((id) => found.has(id));
}
