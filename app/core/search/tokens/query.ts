import { SEARCH_MAX } from '#app/contracts/search.ts';
import { fold } from './fold.ts';
import { cutToken } from './message-tokens.ts';
import { charactersOf, piecesOf, wordsOf, type Piece } from './pieces.ts';
import { arabicStem } from './scripts.ts';

/** Max words of a query that are searched for. */
const MAX_WORDS = 16;

/** Max tokens of a query that the index is asked for; the text is compared with all of it. */
const MAX_TERMS = 16;

/** Min letters of a last word that is completed. */
const MIN_PREFIX = 2;

/** Min characters of a run from which the last one can be dropped. */
const MIN_DROPPED_RUN = 3;

/** A token that a message must have. */
export interface Term {
  token: string;
  /** True if tokens that begin with it count as well. */
  isPrefix: boolean;
}

/** One reading of a query: messages that have all the terms and whose folded text has all the literals. */
export interface Reading {
  terms: Term[];
  literals: string[];
}

/**
 * The readings of a query, the strict one first; a later one is tried only when the earlier ones find nothing.
 * Empty if the query has no letter, digit or emoji. Never throws; linear.
 */
export function readQuery(query: string): Reading[] {
  const chunks = query
    .slice(0, SEARCH_MAX)
    .split(/\s+/)
    .flatMap((chunk) => readChunk(fold(chunk).text))
    .slice(0, MAX_WORDS);
  if (chunks.length === 0) return [];
  const strict = readingOf(chunks.map((chunk) => chunk.strict));
  const loose = readingOf(chunks.map((chunk) => chunk.loose));
  return JSON.stringify(strict) === JSON.stringify(loose) ? [strict] : [strict, loose];
}

type Parts = { tokens: string[]; literals: string[]; endsInWord: boolean };

/** The readings of a part of a query between spaces; none for punctuation. */
function readChunk(text: string): { strict: Parts; loose: Parts }[] {
  const pieces = [...piecesOf({ text })];
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return [];
  const endsInWord = last.kind === 'words' || last.kind === 'blob';
  const only = pieces.length === 1 ? text.slice(first.from, first.to) : null;
  const stem = only === null ? null : arabicStem(only);
  const strict: Parts = {
    tokens: pieces.flatMap((piece) => tokensOf(text, piece)),
    literals: [stem ?? text.slice(first.from, last.to)],
    endsInWord,
  };
  if (stem !== null && stem !== only) strict.tokens = [cutToken(stem)];
  const parts = pieces.map((piece) => looseParts(text, piece));
  const loose: Parts =
    stem !== null && stem !== only
      ? strict
      : {
          tokens: parts.flatMap(({ tokens }) => tokens),
          literals: parts.flatMap(({ literals }) => literals),
          endsInWord,
        };
  return [{ strict, loose }];
}

function tokensOf(text: string, piece: Piece): string[] {
  if (piece.kind === 'grams') return pairsOf(charactersOf(text, piece));
  const whole = text.slice(piece.from, piece.to);
  return [piece.kind === 'blob' ? cutToken(whole.slice(0, 32)) : cutToken(whole)];
}

/** Words apart from each other; a run without its last character, so that other endings are found. */
function looseParts(text: string, piece: Piece): { tokens: string[]; literals: string[] } {
  if (piece.kind === 'grams') {
    const all = charactersOf(text, piece);
    const characters = all.length >= MIN_DROPPED_RUN ? all.slice(0, -1) : all;
    return { tokens: pairsOf(characters), literals: [characters.join('')] };
  }
  if (piece.kind !== 'words')
    return { tokens: tokensOf(text, piece), literals: [text.slice(piece.from, piece.to)] };
  const words = wordsOf(text, piece).map(([from, to]) => text.slice(from, to));
  return { tokens: words.map(cutToken), literals: words };
}

function pairsOf(characters: string[]): string[] {
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => characters[at]! + character);
}

function readingOf(chunks: Parts[]): Reading {
  const last = chunks.at(-1)!;
  const completed = last.endsInWord ? last.tokens.at(-1) : undefined;
  const isPrefix = completed !== undefined && completed.length >= MIN_PREFIX;
  const tokens = new Set(chunks.flatMap((chunk) => chunk.tokens));
  if (isPrefix) tokens.delete(completed);
  const exact = [...tokens].slice(0, MAX_TERMS - 1).map((token) => ({ token, isPrefix: false }));
  return {
    terms: isPrefix ? [...exact, { token: completed, isPrefix: true }] : exact,
    literals: [...new Set(chunks.flatMap((chunk) => chunk.literals))],
  };
}
