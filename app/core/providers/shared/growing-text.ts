import { NEXT_TURN } from './prompt.ts';

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/**
 * Says what is new in an answer of which each event brings the whole text so far, until it begins to speak for the person.
 * What was said is not taken back: a snapshot that is no longer than what was said adds nothing.
 */
export class GrowingText {
  /** Whether anything was said. */
  hasBegun = false;
  #said = 0;
  #isOver = false;
  /** Stands before what a further message says. */
  #gap = '';

  /** @param sayableTo where an end begins that must not be said before it is complete; the length of the text: nowhere */
  constructor(private readonly sayableTo = (text: string) => text.length) {}

  /** @returns what is to be said after what was. @param isLast nothing more comes */
  grow(text: string, isLast: boolean): string {
    if (this.#isOver) return '';
    const next = text.indexOf(NEXT_TURN, Math.max(0, this.#said - NEXT_TURN.length));
    if (next >= 0) this.#isOver = true;
    const end = next >= 0 ? next : isLast ? text.length : this.#endOf(text);
    if (end <= this.#said) return '';
    const added = this.#gap + text.slice(this.#said, end);
    this.#said = end;
    this.#gap = '';
    this.hasBegun = true;
    return added;
  }

  /** Another message begins, whose snapshots are of its own text. */
  restart(): void {
    this.#said = 0;
    this.#gap = this.hasBegun ? '\n\n' : '';
  }

  /** Where a text ends that may still grow: half a mark or half a character is not said. */
  #endOf(text: string): number {
    let end = Math.min(this.sayableTo(text), text.length);
    for (let length = NEXT_TURN.length - 1; length > 0; length -= 1) {
      if (text.endsWith(NEXT_TURN.slice(0, length))) end = Math.min(end, text.length - length);
    }
    return HIGH_SURROGATE.test(text.slice(end - 1, end)) ? end - 1 : end;
  }
}
