import type { Folded } from './fold.ts';
import { characterKind, endOfRun } from './scripts.ts';

/**
 * A part of a folded text, `from` its start to `to` its end. `words`: letters and digits, joined by single
 * connectors (`node.js`, `user_id`). `grams`: a run of a script without spaces. `sign`: one emoji. `blob`: long
 * encoded data, of which only the beginning is a token.
 */
export interface Piece {
  kind: 'words' | 'grams' | 'sign' | 'blob';
  from: number;
  to: number;
}

const CONNECTORS = '_.-';

/** Characters of base64 in both alphabets, and of hex. */
const ENCODED = /[a-z0-9+/=_-]*/y;

/** Min characters of encoded data, and min characters between its separators on average: paths have words. */
const MIN_BLOB = 100;
const MIN_BLOB_WORD = 20;

/** Yields the pieces of a folded text in their order. Linear. */
export function* piecesOf({ text }: Pick<Folded, 'text'>): Generator<Piece> {
  let noBlobUntil = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at)!;
    const kind = characterKind(code);
    const from = at;
    if (kind === 'none') {
      at += code > 0xffff ? 2 : 1;
      continue;
    }
    if (kind === 'sign') {
      at += code > 0xffff ? 2 : 1;
      yield { kind, from, to: at };
      continue;
    }
    if (kind === 'gram') {
      at = endOfRun(text, at, 'gram');
      yield { kind: 'grams', from, to: at };
      continue;
    }
    if (at >= noBlobUntil) {
      const end = endOfEncoded(text, at);
      if (isBlob(text, at, end)) {
        yield { kind: 'blob', from, to: end };
        at = end;
        continue;
      }
      noBlobUntil = end;
    }
    at = endOfWords(text, at);
    yield { kind: 'words', from, to: at };
  }
}

function endOfEncoded(text: string, from: number): number {
  ENCODED.lastIndex = from;
  ENCODED.exec(text);
  return Math.max(ENCODED.lastIndex, from + 1);
}

function isBlob(text: string, from: number, to: number): boolean {
  if (to - from < MIN_BLOB) return false;
  let separators = 1;
  for (let at = from; at < to; at += 1) if (characterKind(text.charCodeAt(at)) === 'none') separators += 1;
  return (to - from) / separators >= MIN_BLOB_WORD;
}

/** The end of words with single connectors between them, and of `++` or `#` after them. */
function endOfWords(text: string, from: number): number {
  let end = endOfRun(text, from, 'word');
  while (CONNECTORS.includes(text[end] ?? ' ') && isWordAt(text, end + 1)) {
    end = endOfRun(text, end + 1, 'word');
  }
  if (text.startsWith('++', end) && !isWordAt(text, end + 2)) return end + 2;
  if (text[end] === '#' && end - from <= 2 && !isWordAt(text, end + 1)) return end + 1;
  return end;
}

function isWordAt(text: string, at: number): boolean {
  return at < text.length && characterKind(text.codePointAt(at)!) === 'word';
}

/** Splits words at their connectors: `[from, to]` of each in the folded text. */
export function wordsOf(text: string, { from, to }: Piece): [from: number, to: number][] {
  const words: [number, number][] = [];
  for (let at = from; at < to;) {
    const end = Math.min(endOfRun(text, at, 'word'), to);
    if (end > at) words.push([at, end]);
    at = end + 1;
  }
  return words;
}

/** The characters of a run of grams, each a code point. */
export function charactersOf(text: string, { from, to }: Piece): string[] {
  return Array.from(text.slice(from, to));
}
