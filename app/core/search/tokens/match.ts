import type { SnippetPart } from '#app/contracts/search.ts';
import { fold, foldText, type Folded } from './fold.ts';
import { characterKind } from './scripts.ts';

/** A range of UTF-16 units of a message's text, `to` exclusive. */
type Range = readonly [from: number, to: number];

/** Characters of the text before the first match, and in total. */
const BEFORE = 60;
const LENGTH = 240;

/** Max marked places of a snippet. */
const MAX_MARKS = 40;

/** Max characters by which a snippet is shortened to begin between words. */
const MAX_SHORTENED = 20;

/**
 * Compares a text with a query and cuts out the first matching place. Linear in the text for a query of limited
 * length.
 * @param literals folded, as `readQuery` returns them
 * @returns null if a literal is missing
 */
export function findMatch(source: string, literals: readonly string[]): SnippetPart[] | null {
  const folded = fold(source);
  if (literals.some((literal) => !folded.text.includes(literal))) return null;
  // A literal that begins a word is a better place than the same letters inside of another one.
  const first = Math.min(...literals.map((literal) => firstPlace(folded, literal)));
  const from = snippetStart(source, folded.starts[first] ?? 0);
  const to = snippetEnd(source, from);
  return mark(source, [from, to], placesOf(folded, literals, [from, to]));
}

/** True if `findMatch` finds a place. */
export function isMatch(source: string, literals: readonly string[]): boolean {
  const text = foldText(source);
  return literals.every((literal) => text.includes(literal));
}

/** The beginning of a text, for results without a query. */
export function beginningOfText(source: string): SnippetPart[] {
  return mark(source, [0, snippetEnd(source, 0)], []);
}

function firstPlace({ text }: Folded, literal: string): number {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) {
    if (isStartOfWord(text, at)) return at;
  }
  return text.indexOf(literal);
}

function isStartOfWord(text: string, at: number): boolean {
  if (characterKind(text.charCodeAt(at)) !== 'word') return true;
  return at === 0 || characterKind(text.charCodeAt(at - 1)) !== 'word';
}

/** The ranges to mark, in order and without overlap. */
function placesOf({ text, starts, ends }: Folded, literals: readonly string[], [from, to]: Range): Range[] {
  const begin = lowerBound(ends, from + 1);
  const end = lowerBound(starts, to);
  const window = text.slice(begin, end);
  const places: Range[] = [];
  for (const literal of literals) {
    const found = everyPlace(window, literal);
    const whole = found.filter((at) => isStartOfWord(text, begin + at));
    for (const at of whole.length > 0 ? whole : found)
      places.push([starts[begin + at]!, ends[begin + at + literal.length - 1]!]);
  }
  places.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const merged: [number, number][] = [];
  for (const [start, stop] of places.slice(0, MAX_MARKS)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], stop);
    else merged.push([start, stop]);
  }
  return merged;
}

function everyPlace(text: string, literal: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
    found.push(at);
  return found;
}

/** The first index whose value is at least `value`; the values never decrease. */
function lowerBound(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function snippetStart(text: string, match: number): number {
  if (match <= BEFORE) return 0;
  const from = match - BEFORE;
  const space = text.slice(from, from + MAX_SHORTENED).search(/\s/);
  if (space >= 0) return from + space + 1;
  return isLowSurrogate(text, from) ? from + 1 : from;
}

function snippetEnd(text: string, from: number): number {
  const to = from + LENGTH;
  if (to >= text.length) return text.length;
  const space = text.slice(to - MAX_SHORTENED, to).lastIndexOf(' ');
  if (space >= 0) return to - MAX_SHORTENED + space;
  return isLowSurrogate(text, to) ? to - 1 : to;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

function mark(source: string, [from, to]: Range, places: readonly Range[]): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let at = from;
  const add = (end: number, isMatch: boolean) => {
    const text = source.slice(at, end).replaceAll(/\s+/g, ' ');
    if (text !== '') parts.push({ text, isMatch });
    at = Math.max(at, end);
  };
  for (const [start, stop] of places) {
    if (start > at) add(start, false);
    add(Math.min(stop, to), true);
  }
  add(to, false);
  if (from > 0) parts.unshift({ text: '…', isMatch: false });
  if (to < source.length) parts.push({ text: '…', isMatch: false });
  return parts;
}
