import { pageMessageIds } from '#app/core/conversations/messages/found-messages.ts';
import { longId, shortId } from '#app/core/platform/ids.ts';
import { selectRows, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { withBeginning } from './documents.ts';
import { listNewestTokens, listTokens } from './indexed-tokens.ts';
import type { Term } from './tokens/query.ts';

/** Messages of a word that are looked at after the first ones: alone, and with other words. */
const SPAN = 1000;
const JOINED_SPAN = 3000;

/** Messages that are read at first, and those of a beginning of words, for each of the words: at first, after that. */
const FIRST_BATCH = 1000;
const FIRST_PREFIX_BATCH = 60;
const PREFIX_BATCH = 400;

/** The first slice of the first messages: a page is often full with it. Each later one is twice as long. */
const FIRST_SLICE = 40;

/** Max words with a common beginning that the index is asked for. */
const MAX_COMPLETIONS = 64;

/** The newest messages, whose tokens are read if a beginning has more words than that: many of them have one. */
const NEWEST = 1000;

/** Max rows of the index that are read to find those of a slice; with more, the tokens of its messages are read. */
const MAX_BETWEEN = 5000;

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
 * Yields messages of an account that have all the terms, newest first, in growing slices; the caller compares their
 * texts. The rarest term is read, the others are looked up for its messages only.
 * @param terms only one of them is a beginning of words
 * @param before only messages with a lower id; null for all
 */
export async function* candidatesOf(
  userId: string,
  terms: readonly Term[],
  before: string | null,
): AsyncGenerator<Slice> {
  const account = shortId(userId);
  const beginning = terms.find(({ isPrefix }) => isPrefix);
  const completions = beginning ? await listTokens(account, beginning.token, MAX_COMPLETIONS + 1) : [];
  if (beginning && completions.length === 0) return;
  // Too many words for the index: the tokens of each message are read.
  const common = completions.length > MAX_COMPLETIONS ? beginning! : null;
  const indexed = terms.filter((term) => term !== common);
  const sources = await Promise.all(
    indexed.map((term) =>
      openSource(account, term, { tokens: term.isPrefix ? completions : [Buffer.from(term.token)], before }),
    ),
  );
  if (sources.some(({ ids }) => ids.length === 0)) return;
  const [rarest, ...others] = sources.toSorted((one, other) => (isRarer(one, other) ? -1 : 1));
  if (rarest) yield* slicesOfSource(account, rarest, { others, common });
  else yield* slicesOfCommon(userId, common!, before);
}

/** The newest messages, of which many have a beginning of so many words, and then those that the index has. */
async function* slicesOfCommon(userId: string, term: Term, before: string | null): AsyncGenerator<Slice> {
  const newest = await pageMessageIds(userId, { before, max: NEWEST });
  for (const slice of slicesOf(newest))
    yield { ids: await withBeginning(slice, term.token), last: slice.at(-1)!, examined: slice.length };
  if (newest.length < NEWEST) return;
  const account = shortId(userId);
  const tokens = await listNewestTokens(account, term.token, MAX_COMPLETIONS);
  const source = await openSource(account, term, { tokens, before: newest.at(-1)! });
  yield* slicesOfSource(account, { ...source, isComplete: false }, { others: [], common: null });
}

/** Cuts a list into slices of growing length. */
export function* slicesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0, length = FIRST_SLICE; at < ids.length; at += length / 2) {
    yield ids.slice(at, at + length);
    length *= 2;
  }
}

/** The messages of a term that have the others, too. */
async function* slicesOfSource(
  account: Buffer,
  source: Source,
  { others, common }: { others: readonly Source[]; common: Term | null },
): AsyncGenerator<Slice> {
  const also = async (ids: string[], terms: readonly Source[]) => {
    let shared = ids;
    for (const one of terms) shared = await withTerm(account, one, shared);
    return common ? withBeginning(shared, common.token) : shared;
  };
  for (const slice of slicesOf(source.ids))
    yield { ids: await also(slice, others), last: slice.at(-1)!, examined: slice.length };
  if (source.isComplete) return;
  if (source.term.isPrefix) {
    // Beside a word it would not be read: there are no others.
    for (let last = source.ids.at(-1); last !== undefined;) {
      const ids = await newestOf(account, source.tokens, { before: last, limit: PREFIX_BATCH });
      last = ids.at(-1);
      if (last !== undefined) yield { ids, last, examined: ids.length };
    }
    return;
  }
  // Whole words are joined by the database; only the beginning is left to be looked up.
  const words = others.filter(({ term, isComplete }) => !term.isPrefix && !isComplete);
  const rest = others.filter((one) => !words.includes(one));
  const length = words.length > 0 ? JOINED_SPAN : SPAN;
  for (let before = source.ids.at(-1)!, isLast = false; !isLast;) {
    const end = await endOfSpan(account, source, { before, length });
    const found = await idsBetween(account, [source, ...words], { before, from: end });
    isLast = end === null;
    before = end ?? found.at(-1) ?? before;
    yield { ids: await also(found, rest), last: before, examined: length };
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

async function openSource(
  account: Buffer,
  term: Term,
  { tokens, before }: { tokens: Buffer[]; before: string | null },
): Promise<Source> {
  const limit = term.isPrefix ? FIRST_PREFIX_BATCH : FIRST_BATCH;
  const ids = await newestOf(account, tokens, { before, limit });
  return { term, tokens, ids, isComplete: ids.length < limit };
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
  return tokens.length === 1
    ? selectIds(each, values)
    : selectIds(
        `SELECT DISTINCT message_id FROM (${tokens.map(() => each).join(' UNION ALL ')}) some
         ORDER BY message_id DESC LIMIT ?`,
        [...values, limit],
      );
}

/** The last of the next messages with a word; null if there are fewer. */
async function endOfSpan(
  account: Buffer,
  { tokens }: Source,
  { before, length }: { before: string; length: number },
): Promise<string | null> {
  const [end] = await selectIds(
    `SELECT message_id FROM search_tokens WHERE user_id = ? AND token = ? AND message_id < ?
     ORDER BY message_id DESC LIMIT ?, 1`,
    [account, tokens[0]!, shortId(before), length - 1],
  );
  return end ?? null;
}

/** The messages with all of the words, newest first. */
function idsBetween(
  account: Buffer,
  words: readonly Source[],
  { before, from }: { before: string; from: string | null },
): Promise<string[]> {
  const [first, ...others] = words.map(({ tokens }) => tokens[0]!) as [Buffer, ...Buffer[]];
  const joins = others.map(
    (_, at) => `STRAIGHT_JOIN search_tokens t${at}
       ON t${at}.user_id = t.user_id AND t${at}.token = ? AND t${at}.message_id = t.message_id`,
  );
  return selectIds(
    `SELECT t.message_id FROM search_tokens t ${joins.join(' ')}
     WHERE t.user_id = ? AND t.token = ? AND t.message_id < ? ${from === null ? '' : 'AND t.message_id >= ?'}
     ORDER BY t.message_id DESC`,
    [...others, account, first, shortId(before), ...(from === null ? [] : [shortId(from)])],
  );
}

/** Those of the messages that have a term. */
async function withTerm(
  account: Buffer,
  { term, tokens, ...source }: Source,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return ids;
  if (source.isComplete) return onlyOf(ids, source.ids);
  if (!term.isPrefix)
    return onlyOf(
      ids,
      await selectIds(
        'SELECT message_id FROM search_tokens WHERE user_id = ? AND token = ? AND message_id IN (?)',
        [account, tokens[0]!, ids.map(shortId)],
      ),
    );
  const between = await selectIds(
    `SELECT message_id FROM search_tokens
     WHERE user_id = ? AND token IN (?) AND message_id BETWEEN ? AND ? LIMIT ?`,
    [account, tokens, shortId(ids.at(-1)!), shortId(ids[0]!), MAX_BETWEEN],
  );
  return between.length === MAX_BETWEEN ? withBeginning(ids, term.token) : onlyOf(ids, between);
}

function onlyOf(ids: string[], others: string[]): string[] {
  const all = new Set(others);
  return ids.filter((id) => all.has(id));
}

async function selectIds(sql: string, values: SqlValue[]): Promise<string[]> {
  const rows = await selectRows<{ message_id: Buffer }>(AUTOCOMMIT, sql, values);
  return rows.map((row) => longId(row.message_id));
}
