import { SEARCH_MAX } from '#app/contracts/search.ts';
import { shortId } from '#app/core/platform/ids.ts';
import { hasToken, newestOfTokens } from './indexed-tokens.ts';
import { fold } from './tokens/fold.ts';
import { piecesOf } from './tokens/pieces.ts';

/** Min and max letters of a word that is corrected: a shorter one is near to too many others. */
const MIN_LETTERS = 5;
const MAX_LETTERS = 32;

/** Letters at the beginning of a word that are taken as right. */
const RIGHT_LETTERS = 2;

/** Max words of a query that are looked up. */
const MAX_WORDS = 8;

/** The folded letters of the alphabets whose words are corrected. */
const ALPHABETS: readonly (readonly [first: string, last: string])[] = [
  ['a', 'z'],
  ['α', 'ω'],
  ['а', 'я'],
  ['ա', 'և'],
  ['א', 'ת'],
  ['ء', 'ي'],
  ['ა', 'ჰ'],
];

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
  if (await hasToken(account, word)) return null;
  return newestOfTokens(account, wordsNear(word));
}

/**
 * The words that differ from a word in one letter behind its first two: a letter of the same alphabet instead or in
 * between, one less, or two neighbors exchanged. About 60 for each letter.
 */
export function wordsNear(word: string): string[] {
  const letters = lettersOf(word);
  const near = new Set<string>();
  for (let at = RIGHT_LETTERS; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    for (const letter of letters) near.add(before + letter + word.slice(at));
    if (at === word.length) break;
    near.add(before + after);
    for (const letter of letters) near.add(before + letter + after);
    if (after !== '') near.add(before + after[0] + word[at] + after.slice(1));
  }
  near.delete(word);
  return [...near];
}

/** The letters of the alphabet of a word, and those of the word itself. */
function lettersOf(word: string): string[] {
  const alphabet = ALPHABETS.find(([first, last]) => word[0]! >= first && word[0]! <= last);
  const letters = new Set(word);
  if (alphabet) {
    const [first, last] = alphabet.map((letter) => letter.charCodeAt(0)) as [number, number];
    for (let code = first; code <= last; code += 1) letters.add(String.fromCharCode(code));
  }
  return [...letters];
}
