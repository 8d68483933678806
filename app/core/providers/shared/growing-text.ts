import { NEXT_TURN } from './prompt.ts';

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/**
 * Returns the new text of an answer whose events each contain the whole text so far, and stops when the model
 * begins to speak for the user. Text already returned is not taken back: a snapshot that is no longer adds
 * nothing.
 */
export class GrowingText {
  /** Whether any text was returned. */
  hasBegun = false;
  #returnedLength = 0;
  #isOver = false;
  /** Separator before the text of a further message. */
  #gap = '';

  /**
   * @param safeEndOf index up to which the text may be returned, such as the start of an incomplete end mark;
   * its length if all of it may
   */
  constructor(private readonly safeEndOf = (text: string) => text.length) {}

  /**
   * Returns the text to append.
   * @param isLast no more snapshots follow
   */
  grow(text: string, isLast: boolean): string {
    if (this.#isOver) return '';
    const next = text.indexOf(NEXT_TURN, Math.max(0, this.#returnedLength - NEXT_TURN.length));
    if (next >= 0) this.#isOver = true;
    const end = next >= 0 ? next : isLast ? text.length : this.#endOf(text);
    if (end <= this.#returnedLength) return '';
    const added = this.#gap + text.slice(this.#returnedLength, end);
    this.#returnedLength = end;
    this.#gap = '';
    this.hasBegun = true;
    return added;
  }

  /** Starts another message, whose snapshots contain only its own text. */
  restart(): void {
    this.#returnedLength = 0;
    this.#gap = this.hasBegun ? '\n\n' : '';
  }

  /** The index up to which an unfinished text is safe to return: excludes half a mark or half a character. */
  #endOf(text: string): number {
    let end = Math.min(this.safeEndOf(text), text.length);
    for (let length = NEXT_TURN.length - 1; length > 0; length -= 1) {
      if (text.endsWith(NEXT_TURN.slice(0, length))) end = Math.min(end, text.length - length);
    }
    return HIGH_SURROGATE.test(text.slice(end - 1, end)) ? end - 1 : end;
  }
}
