import type { Continuation } from '#app/core/tasks/task.ts';

/** A truncated answer that is to be continued. */
export type TruncatedAnswer = Continuation['soFar'];

/**
 * A shorter overlap, in characters without white space, may be chance, unless it is the whole answer so far.
 */
const MIN_OVERLAP = 12;

const MIN_WHOLE = 3;

/** Max characters of a preamble before an overlap, as in `Sure, here is the rest:`. */
const MAX_PREAMBLE = 300;

/** Characters to wait for, beyond the requested repetition, before the first decision. */
const FIRST_CHECK = 24;

const MAX_PREAMBLES = 8;

type Decision = { joinAt: number; isTrimmed?: boolean } | 'open' | 'none' | 'refused';

/** Overlap of a continuation's start with the answer so far. */
interface Overlap {
  /** Length of its longest prefix that the answer ends with. */
  overlap: number;
  /** All of it occurs in the answer, before its end. */
  isInside: boolean;
}

/** Characters of each text that are examined to determine its script. */
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
 * Joins a continuation to a truncated answer so that no text is repeated or lost. Its first output is held
 * back until it is clear where it continues the answer, or that it does not. A known overlap (the last words,
 * a sentence, the whole answer again) is removed, and so is a preamble before it. Without an overlap the
 * start itself must show that it continues the answer (`continuesDirectly`).
 */
export class Join {
  state: 'open' | 'joined' | 'refused' = 'open';
  /** Number of characters removed. */
  dropped = 0;
  readonly #answer: TruncatedAnswer;
  /** The answer without trailing white space, which few models repeat exactly. */
  readonly #trimmed: string;
  #head = '';
  #checkAt: number;

  constructor(answer: TruncatedAnswer) {
    this.#answer = answer;
    this.#trimmed = answer.text.trimEnd();
    this.#checkAt = answer.tail.length + FIRST_CHECK;
  }

  /** @returns text to add to the answer; '' while undecided */
  push(text: string): string {
    if (this.state !== 'open') return this.state === 'joined' ? text : '';
    this.#head += text;
    if (this.#head.length < this.#checkAt) return '';
    // Doubled each time, so that all checks together take linear time.
    this.#checkAt = this.#head.length * 2;
    return this.#decide(false);
  }

  /**
   * Ends the input.
   * @returns text to add to the answer
   */
  end(): string {
    return this.state === 'open' ? this.#decide(true) : '';
  }

  #decide(isLast: boolean): string {
    const decision = this.#check(isLast);
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

  #check(isLast: boolean): Decision {
    const head = this.#head;
    const found = this.#overlapAt(0, isLast);
    if (found !== 'none') return found;
    if (continuesDirectly(this.#answer, head) && !this.#repeats(head)) return { joinAt: 0 };
    for (const start of preambleEnds(head)) {
      if (head.slice(0, start).includes('```') && !hasOpenFence(this.#answer.text)) continue;
      const behind = this.#overlapAt(start, isLast);
      if (behind !== 'none') return behind;
    }
    return isLast || head.length > MAX_PREAMBLE + this.#answer.tail.length ? 'none' : 'open';
  }

  /**
   * Whether an overlap is long enough. After a preamble the whole requested repetition is needed: a shorter
   * one may belong to a new answer in the model's own words.
   */
  #isProof(overlap: string, answer: string, isBehind: boolean): boolean {
    if (overlap.length >= MIN_WHOLE && overlap.length === answer.length && !isBehind) return true;
    const weight = overlap.length - (overlap.match(/\s/g)?.length ?? 0);
    return weight >= MIN_OVERLAP && (!isBehind || overlap.length >= this.#answer.tail.trim().length);
  }

  /** Whether it begins with a passage from the middle of the answer. */
  #repeats(head: string): boolean {
    const opening = head.slice(0, 2 * MIN_OVERLAP);
    return opening.length >= MIN_OVERLAP && overlapOf(this.#answer.text, opening).isInside;
  }

  /** Position where the continuation starts, if the text from `start` on repeats the end of the answer. */
  #overlapAt(start: number, isLast: boolean): Decision {
    const { text, tail } = this.#answer;
    const rest = start === 0 ? this.#head : this.#head.slice(start);
    for (const answer of text === this.#trimmed ? [text] : [text, this.#trimmed]) {
      const { overlap, isInside } = overlapOf(answer, rest);
      const isWhole = overlap === rest.length;
      // It repeats earlier text and may still reach the end of the answer.
      if ((isInside || isWhole) && !isLast && (start === 0 || rest.length >= MIN_OVERLAP)) return 'open';
      if (!this.#isProof(rest.slice(0, overlap), answer, start > 0)) continue;
      // The answer repeats itself, so it is ambiguous whether this repeats or continues it.
      if (answer === text && overlap > tail.length && rest.startsWith(tail)) return 'refused';
      const after = rest.slice(overlap).trimStart();
      if (overlap === answer.length && after.startsWith(answer.trim())) return 'refused';
      if (overlap === answer.length && !isLast && answer.trimStart().startsWith(after)) return 'open';
      const isTrimmed = answer !== text;
      if (isTrimmed && !isLast && rest.slice(overlap).trimStart() === '') return 'open';
      return { joinAt: start + overlap, isTrimmed };
    }
    return 'none';
  }
}

/** Positions where text after a preamble may begin: after a colon, an ellipsis or the end of a line. */
function preambleEnds(head: string): number[] {
  const ends: number[] = [];
  for (const { index, 0: mark } of head.slice(0, MAX_PREAMBLE).matchAll(/(?:\n|: |…|\.\.\.)/g)) {
    if (ends.length === MAX_PREAMBLES) break;
    ends.push(index + mark.length);
  }
  return ends;
}

/** Finds where `next` repeats the end of `answer`, in one pass over each (Knuth, Morris and Pratt). */
export function overlapOf(answer: string, next: string): Overlap {
  const borders = bordersOf(next);
  let matched = 0;
  let isInside = false;
  for (let at = 0; at < answer.length; at += 1) {
    const unit = answer.charCodeAt(at);
    while (matched > 0 && (matched === next.length || unit !== next.charCodeAt(matched)))
      matched = borders[matched - 1]!;
    if (unit === next.charCodeAt(matched)) matched += 1;
    if (matched === next.length && at < answer.length - 1) isInside = true;
  }
  return { overlap: matched, isInside };
}

/** For each prefix of a text, the length of its longest proper prefix that is also its suffix. */
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
 * Whether text without an overlap continues an answer, judged by how it begins: a fresh answer does not begin
 * with a space or in lower case. A letter after a letter proves nothing: the space between them may have been
 * dropped.
 */
export function continuesDirectly({ text, isJson }: Continuation['soFar'], head: string): boolean {
  const isSpaced = /\s$/.test(text.slice(-1));
  if (isJson && isOutsideOfStrings(text)) {
    const [first = ''] = head.trimStart();
    // A start like the document's own may repeat the whole document.
    return /[{}[\],:"\d-]/.test(first) && !text.trimStart().startsWith(first);
  }
  if (!/\S/.test(head) || scriptOf(text.slice(-SAMPLE)) !== scriptOf(head.slice(0, SAMPLE))) return false;
  if (isSpaced) return /^\p{Ll}/u.test(head);
  if (/^ \S/.test(head) || (/^[,.;:!?)\]}]/.test(head) && /[\p{L}\p{N}]$/u.test(text.slice(-2)))) return true;
  return (isJson || hasOpenFence(text)) && /^\n\s*\S/.test(head);
}

/** Whether a truncated JSON document ends outside strings, where white space has no meaning. */
function isOutsideOfStrings(json: string): boolean {
  let isOutside = true;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at];
    if (unit === '"') isOutside = !isOutside;
    else if (unit === '\\') at += 1;
  }
  return isOutside;
}

/** Whether a text ends inside a code block. */
export function hasOpenFence(text: string): boolean {
  return (text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
}

/** Index in the list of the script with most letters; -1 for a text without letters of these scripts. */
function scriptOf(sample: string): number {
  const counts = SCRIPTS.map((script) => sample.match(script)?.length ?? 0);
  const max = Math.max(...counts);
  return max === 0 ? -1 : counts.indexOf(max);
}
