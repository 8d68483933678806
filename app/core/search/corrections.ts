import { SEARCH_MAX } from '#app/contracts/search.ts';
import { shortId } from '#app/core/platform/ids.ts';
import { listTokens, newestOfTokens } from './indexed-tokens.ts';
import { fold } from './tokens/fold.ts';
import { piecesOf } from './tokens/pieces.ts';

/** Min and max letters of a word that is corrected: a shorter one is near to too many others. */
const MIN_LETTERS = 5;
const MAX_LETTERS = 32;

/** Letters at the beginning of a word that are taken as right: they bound the words it is compared with. */
const RIGHT_LETTERS = 2;

/** Max words of a query that are looked up, and max words of the index that one is compared with. */
const MAX_WORDS = 8;
const MAX_COMPARED = 5000;

/** Max words that differ in one letter of which the newest is looked up. */
const MAX_NEAR = 50;

/**
 * Replaces words that no message of an account has by words that differ in one letter: one that is wrong, missing
 * or too many, or two that are exchanged. Of several such words the one with the newest message is taken.
 * @returns the corrected query; null if there is nothing to correct
 */
export async function correctQuery(userId: string, query: string): Promise<string | null> {
  const chunks = query.slice(0, SEARCH_MAX).trim().split(/\s+/);
  let [lookedUp, corrected] = [0, 0];
  for (const [at, chunk] of chunks.entries()) {
    const word = wordOf(chunk);
    if (word === null || lookedUp === MAX_WORDS) continue;
    lookedUp += 1;
    const near = await nearestWord(shortId(userId), word);
    if (near === null) continue;
    chunks[at] = near;
    corrected += 1;
  }
  return corrected === 0 ? null : chunks.join(' ');
}

/** The folded word of a part of a query; null if it is something else, or of another length. */
function wordOf(chunk: string): string | null {
  const { text } = fold(chunk);
  const pieces = [...piecesOf({ text })];
  const [piece] = pieces;
  if (!piece || pieces.length > 1 || piece.kind !== 'words') return null;
  const word = text.slice(piece.from, piece.to);
  return word.length >= MIN_LETTERS && word.length <= MAX_LETTERS && /^\p{L}+$/u.test(word) ? word : null;
}

/** @returns null if the account has the word, one that begins with it, or none that is near */
async function nearestWord(account: Buffer, word: string): Promise<string | null> {
  const rows = await listTokens(account, word.slice(0, RIGHT_LETTERS), MAX_COMPARED);
  const tokens = rows.map((token) => token.toString('utf8'));
  if (tokens.some((token) => token.startsWith(word))) return null;
  const near = tokens.filter((token) => differsInOneLetter(word, token)).slice(0, MAX_NEAR);
  const newest = await newestOfTokens(
    account,
    near.map((token) => Buffer.from(token)),
  );
  return newest?.toString('utf8') ?? null;
}

/** True if one letter is replaced, missing or added, or two neighbors are exchanged. Linear. */
export function differsInOneLetter(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length === short.length + 1) return short.slice(at) === long.slice(at + 1);
  if (long.length !== short.length || at === short.length) return false;
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  );
}
