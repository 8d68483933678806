import { fold, type Folded } from './fold.ts';
import { charactersOf, piecesOf, wordsOf, type Piece } from './pieces.ts';
import { arabicStems } from './scripts.ts';

/** Max different tokens of a message: the work and space that one message can cost. */
export const MAX_TOKENS = 2000;

/** Max bytes of a token; the same as of its column. */
export const MAX_TOKEN_BYTES = 32;

/** The tokens of a message. */
export interface MessageTokens {
  tokens: string[];
  /** True if it has more of them: its end is not found. */
  isCut: boolean;
}

/** Words of this many letters may be compounds: their ends are tokens, too. */
export const MIN_COMPOUND = 12;

/** Min letters of an end of a compound. */
export const MIN_COMPOUND_END = 5;

/** Longer words are no words. */
const MAX_COMPOUND = 40;

/** Longer words have no capitals that separate them. */
const MAX_CAMEL = 64;

const LETTERS_ONLY = /^[\p{L}\p{M}]+$/u;

const ASCII_WORD = /^[A-Za-z0-9]+$/;

/**
 * The tokens by which a message is found. Words and pairs of characters come first; single characters and the
 * ends of compounds only take the places that these leave. Linear in the length of the text.
 */
export function messageTokens(source: string): MessageTokens {
  const folded = fold(source);
  const main = new Set<string>();
  const extra = new Set<string>();
  let isCut = false;
  for (const piece of piecesOf(folded)) {
    if (main.size >= MAX_TOKENS) {
      isCut = true;
      break;
    }
    if (piece.kind === 'grams') addGrams(charactersOf(folded.text, piece), main, extra);
    else if (piece.kind === 'words') addWords(source, folded, piece, { main, extra });
    else main.add(cutToken(folded.text.slice(piece.from, Math.min(piece.to, piece.from + MAX_TOKEN_BYTES))));
  }
  for (const token of extra) {
    if (main.size >= MAX_TOKENS) break;
    main.add(token);
  }
  return { tokens: [...main].slice(0, MAX_TOKENS), isCut };
}

/** Pairs of neighbors, and single characters; a run of one character is found by it. */
function addGrams(characters: string[], main: Set<string>, extra: Set<string>): void {
  if (characters.length === 1) main.add(characters[0]!);
  for (let at = 0; at < characters.length; at += 1) {
    if (main.size >= MAX_TOKENS) return;
    if (at > 0) main.add(characters[at - 1]! + characters[at]!);
    if (extra.size < MAX_TOKENS) extra.add(characters[at]!);
  }
}

function addWords(
  source: string,
  folded: Folded,
  piece: Piece,
  { main, extra }: { main: Set<string>; extra: Set<string> },
): void {
  const { text, starts, ends } = folded;
  const words = wordsOf(text, piece);
  const [, lastEnd] = words.at(-1)!;
  if (words.length > 1 || lastEnd < piece.to) main.add(cutToken(text.slice(piece.from, piece.to)));
  for (const [from, to] of words) {
    if (main.size >= MAX_TOKENS) return;
    const word = text.slice(from, to);
    main.add(cutToken(word));
    for (const stem of arabicStems(word)) main.add(cutToken(stem));
    for (const part of camelParts(source.slice(starts[from], ends[to - 1]))) main.add(cutToken(part));
    if (extra.size < MAX_TOKENS) for (const end of compoundEnds(word)) extra.add(cutToken(end));
  }
}

/** The parts of a name such as `errorCode` or `HTTPServer`, in lower case; none for other words. */
function camelParts(word: string): string[] {
  if (word.length > MAX_CAMEL || !ASCII_WORD.test(word)) return [];
  const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return parts.length === 1 ? [] : parts.map((part) => part.toLowerCase());
}

function compoundEnds(word: string): string[] {
  if (word.length < MIN_COMPOUND || word.length > MAX_COMPOUND || !LETTERS_ONLY.test(word)) return [];
  return Array.from({ length: word.length - MIN_COMPOUND_END }, (_, at) => word.slice(at + 1));
}

/** Cuts a token to the size of its column, between characters. */
export function cutToken(token: string): string {
  // A UTF-16 unit has at most 3 bytes.
  if (token.length * 3 <= MAX_TOKEN_BYTES) return token;
  const bytes = Buffer.from(token.slice(0, MAX_TOKEN_BYTES), 'utf8');
  let end = Math.min(bytes.length, MAX_TOKEN_BYTES);
  if (end === bytes.length) return bytes.toString('utf8');
  while ((bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}
