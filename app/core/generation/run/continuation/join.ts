import type { GoneOn } from '#app/core/tasks/task.ts';

/** An answer that is to be gone on with. */
export type Said = GoneOn['said'];

/** An overlap of fewer characters, white space aside, may be chance, unless it is the whole answer so far. */
const LEAST_OVERLAP = 12;

const LEAST_WHOLE = 3;

/** What stands before an overlap, as in `Sure, here is the rest:`, is no longer. */
const LONGEST_PREAMBLE = 300;

/** So many words are waited for before it is decided for the first time. */
const FIRST_LOOK = 24;

const MOST_PREAMBLES = 8;

type Decision = { joinAt: number; isTrimmed?: boolean } | 'open' | 'none' | 'refused';

/** How what another says lies on what was said. */
interface Overlap {
  /** The longest beginning of it that what was said ends with. */
  overlap: number;
  /** All of it stands in what was said, before its end. */
  isInside: boolean;
}

/** So much of each is looked at to tell its script. */
const SAMPLE = 400;

const SCRIPTS = [
  /\p{Script=Latin}/gu,
  /\p{Script=Arabic}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Devanagari}/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  /\p{Script=Hangul}/gu,
  /\p{Script=Thai}/gu,
];

/**
 * Joins what another says to an answer that was cut, so that no word stands there twice and none is wrong: what is held
 * back at first is looked at until it is known where it goes on from, or that it does not. What is known of an overlap
 * (the last words, a sentence, the whole answer again) is taken away, and so is a preamble before it. Without an overlap it
 * must show by itself that it goes on (`goesOnDirectly`).
 */
export class Join {
  state: 'open' | 'joined' | 'refused' = 'open';
  /** Characters that were taken away. */
  dropped = 0;
  readonly #said: Said;
  /** The answer without white space at its end, which few repeat as it was. */
  readonly #trimmed: string;
  #head = '';
  #lookAt: number;

  constructor(said: Said) {
    this.#said = said;
    this.#trimmed = said.text.trimEnd();
    this.#lookAt = said.tail.length + FIRST_LOOK;
  }

  /** @returns what is to be added to the answer; '' while that is not known */
  push(text: string): string {
    if (this.state !== 'open') return this.state === 'joined' ? text : '';
    this.#head += text;
    if (this.#head.length < this.#lookAt) return '';
    // Doubled each time, so that all looks together are linear.
    this.#lookAt = this.#head.length * 2;
    return this.#decide(false);
  }

  /** Nothing more is said. @returns what is to be added to the answer */
  end(): string {
    return this.state === 'open' ? this.#decide(true) : '';
  }

  #decide(isLast: boolean): string {
    const decision = this.#look(isLast);
    if (decision === 'open') return '';
    const head = this.#head;
    this.#head = '';
    if (decision === 'none' || decision === 'refused') {
      this.state = 'refused';
      return '';
    }
    this.state = 'joined';
    const { joinAt, isTrimmed } = decision;
    const rest = isTrimmed ? head.slice(joinAt).trimStart() : head.slice(joinAt);
    this.dropped = head.length - rest.length;
    return rest;
  }

  #look(isLast: boolean): Decision {
    const head = this.#head;
    const found = this.#overlapAt(0, isLast);
    if (found !== 'none') return found;
    if (goesOnDirectly(this.#said, head) && !this.#repeats(head)) return { joinAt: 0 };
    for (const start of preambleEnds(head)) {
      if (head.slice(0, start).includes('```') && !hasOpenFence(this.#said.text)) continue;
      const behind = this.#overlapAt(start, isLast);
      if (behind !== 'none') return behind;
    }
    return isLast || head.length > LONGEST_PREAMBLE + this.#said.tail.length ? 'none' : 'open';
  }

  /** Behind a preamble it is all that was asked for, or it may be a part of an answer that goes on in its own words. */
  #isProof(overlap: string, said: string, isBehind: boolean): boolean {
    if (overlap.length >= LEAST_WHOLE && overlap.length === said.length && !isBehind) return true;
    const weight = overlap.length - (overlap.match(/\s/g)?.length ?? 0);
    return weight >= LEAST_OVERLAP && (!isBehind || overlap.length >= this.#said.tail.trim().length);
  }

  /** Whether it begins with something that was said before. */
  #repeats(head: string): boolean {
    const opening = head.slice(0, 2 * LEAST_OVERLAP);
    return opening.length >= LEAST_OVERLAP && overlapOf(this.#said.text, opening).isInside;
  }

  /** Where it goes on, if what stands from `start` on repeats the end of the answer. */
  #overlapAt(start: number, isLast: boolean): Decision {
    const { text, tail } = this.#said;
    const rest = start === 0 ? this.#head : this.#head.slice(start);
    for (const said of text === this.#trimmed ? [text] : [text, this.#trimmed]) {
      const { overlap, isInside } = overlapOf(said, rest);
      const isWhole = overlap === rest.length;
      // It repeats what was said, and may yet come to its end.
      if ((isInside || isWhole) && !isLast && (start === 0 || rest.length >= LEAST_OVERLAP)) return 'open';
      if (!this.#isProof(rest.slice(0, overlap), said, start > 0)) continue;
      // What repeats itself may be repeated or gone on with: nobody can tell.
      if (said === text && overlap > tail.length && rest.startsWith(tail)) return 'refused';
      const after = rest.slice(overlap).trimStart();
      if (overlap === said.length && after.startsWith(said.trim())) return 'refused';
      if (overlap === said.length && !isLast && said.trimStart().startsWith(after)) return 'open';
      const isTrimmed = said !== text;
      if (isTrimmed && !isLast && rest.slice(overlap).trimStart() === '') return 'open';
      return { joinAt: start + overlap, isTrimmed };
    }
    return 'none';
  }
}

/** Where words may begin that follow a preamble: behind a colon, an ellipsis or the end of a line. */
function preambleEnds(head: string): number[] {
  const ends: number[] = [];
  for (const { index, 0: mark } of head.slice(0, LONGEST_PREAMBLE).matchAll(/(?:\n|: |…|\.\.\.)/g)) {
    if (ends.length === MOST_PREAMBLES) break;
    ends.push(index + mark.length);
  }
  return ends;
}

/** Finds where `next` repeats `said`, in one pass over each (Knuth, Morris and Pratt). */
export function overlapOf(said: string, next: string): Overlap {
  const borders = bordersOf(next);
  let matched = 0;
  let isInside = false;
  for (let at = 0; at < said.length; at += 1) {
    const unit = said.charCodeAt(at);
    while (matched > 0 && (matched === next.length || unit !== next.charCodeAt(matched)))
      matched = borders[matched - 1]!;
    if (unit === next.charCodeAt(matched)) matched += 1;
    if (matched === next.length && at < said.length - 1) isInside = true;
  }
  return { overlap: matched, isInside };
}

/** For each beginning of a text the longest shorter one that it ends with. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== text.charCodeAt(matched)) matched = borders[matched - 1]!;
    if (unit === text.charCodeAt(matched)) matched += 1;
    borders[at] = matched;
  }
  return borders;
}

/**
 * Whether words that repeat nothing go on with an answer all the same, by how they begin: a fresh answer begins with no
 * space and in no lower case. A letter behind a letter shows nothing: the space between them may have been dropped.
 */
export function goesOnDirectly({ text, isJson }: GoneOn['said'], head: string): boolean {
  const isSpaced = /\s$/.test(text.slice(-1));
  if (isJson && isOutsideOfStrings(text)) {
    const [first = ''] = head.trimStart();
    // What begins as the document did may be all of it again.
    return /[{}[\],:"\d-]/.test(first) && !text.trimStart().startsWith(first);
  }
  if (!/\S/.test(head) || scriptOf(text.slice(-SAMPLE)) !== scriptOf(head.slice(0, SAMPLE))) return false;
  if (isSpaced) return /^\p{Ll}/u.test(head);
  if (/^ \S/.test(head) || (/^[,.;:!?)\]}]/.test(head) && /[\p{L}\p{N}]$/u.test(text.slice(-2)))) return true;
  return (isJson || hasOpenFence(text)) && /^\n\s*\S/.test(head);
}

/** Whether a JSON document that was cut ends where white space means nothing. */
function isOutsideOfStrings(json: string): boolean {
  let isOutside = true;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at];
    if (unit === '"') isOutside = !isOutside;
    else if (unit === '\\') at += 1;
  }
  return isOutside;
}

/** Whether a text ends inside of a block of code. */
export function hasOpenFence(text: string): boolean {
  return (text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
}

/** The script that most letters are of, by its place in the list; -1 for a text without letters of these. */
function scriptOf(sample: string): number {
  const counts = SCRIPTS.map((script) => sample.match(script)?.length ?? 0);
  const most = Math.max(...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}
