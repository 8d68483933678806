/** Max bytes of one value; a conversation of a whole year of daily use has a few million. */
const MAX_ITEM_BYTES = 24 * 1024 * 1024;

/** Max depth of lists and objects within each other. */
const MAX_DEPTH = 20_000;

/** Max lists, objects and commas of one value, which bound the memory of the parsed value. */
const MAX_STRUCTURES = 1_000_000;

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** White space of JSON, and the bytes of a byte order mark. */
const BLANK = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);

/** A value of a file: parsed, or the reason why it was not. */
export type JsonItem = { value: unknown } | { problem: ItemProblem };

export type ItemProblem = 'too_large' | 'too_deep' | 'broken';

/** How a file ended: `cut` in the middle of a value, or `foreign` where no JSON was expected. */
export type FileEnd = 'whole' | 'cut' | 'foreign';

/**
 * Splits a file of JSON into the objects and lists of its top-level list, or into the file's own objects, and
 * parses each by itself: memory depends on the largest value and not on the file. A value that is too large, too
 * deep or malformed is skipped. Every byte is read once.
 *
 * A tokenizer of a library (stream-json) is not made for hostile input: a long text of escapes takes it a
 * microsecond a byte, and a value has no bounds.
 */
export class JsonItems {
  #state: 'before' | 'list' | 'objects' | 'after' | 'foreign' = 'before';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #bytes = 0;
  #structures = 0;
  #problem: ItemProblem | null = null;
  #pieces: Uint8Array[] = [];

  /** The values that end in this piece of the file. */
  push(piece: Uint8Array): JsonItem[] {
    const items: JsonItem[] = [];
    let at = 0;
    while (at < piece.length && this.#state !== 'foreign') {
      const isBetween = this.#depth === 0 && !this.#isText;
      at = isBetween && !this.#begins(piece[at]!) ? this.#between(piece, at) : this.#within(piece, at, items);
    }
    return items;
  }

  end(): FileEnd {
    if (this.#state === 'foreign') return 'foreign';
    if (this.#depth > 0 || this.#isText || this.#state === 'list') return 'cut';
    return this.#state === 'before' ? 'foreign' : 'whole';
  }

  /** Whether a byte between the values begins one. */
  #begins(byte: number): boolean {
    if (byte === OPEN_OBJECT && this.#state === 'before') this.#state = 'objects';
    const isOpen = this.#state === 'list' || this.#state === 'objects';
    return isOpen && (byte === OPEN_OBJECT || (byte === OPEN_LIST && this.#state === 'list'));
  }

  /** Handles one byte outside of the values. @returns the next position */
  #between(piece: Uint8Array, at: number): number {
    const byte = piece[at]!;
    if (byte === OPEN_LIST && this.#state === 'before') this.#state = 'list';
    else if (byte === CLOSE_LIST && this.#state === 'list') this.#state = 'after';
    // Texts and numbers of a list are no conversations.
    else if (byte === QUOTE && this.#state === 'list') this.#isText = true;
    else if (!BLANK.has(byte) && this.#state !== 'list') this.#state = 'foreign';
    return at + 1;
  }

  /** Reads on to the end of the value or of the piece. @returns the next position */
  #within(piece: Uint8Array, from: number, items: JsonItem[]): number {
    const isItem = this.#depth > 0 || !this.#isText;
    let at = from;
    for (; at < piece.length; at += 1) {
      const byte = piece[at]!;
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#isText = false;
          if (!isItem) return at + 1;
        }
      } else if (byte === QUOTE) this.#isText = true;
      else if (byte === COMMA) this.#structures += 1;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#structures += 1;
        this.#depth += 1;
        if (this.#depth > MAX_DEPTH) this.#skip('too_deep');
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === 0) {
          this.#store(piece.subarray(from, at + 1));
          items.push(this.#take());
          return at + 1;
        }
      }
    }
    if (isItem) this.#store(piece.subarray(from));
    return at;
  }

  #store(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_ITEM_BYTES || this.#structures > MAX_STRUCTURES) this.#skip('too_large');
    // A copy: the reader of the file may use its memory again.
    if (this.#problem === null) this.#pieces.push(Uint8Array.from(bytes));
  }

  #skip(problem: ItemProblem): void {
    this.#problem ??= problem;
    this.#pieces = [];
  }

  #take(): JsonItem {
    const [problem, pieces] = [this.#problem, this.#pieces];
    this.#problem = null;
    this.#pieces = [];
    this.#bytes = 0;
    this.#structures = 0;
    if (problem) return { problem };
    try {
      return { value: JSON.parse(Buffer.concat(pieces).toString()) as unknown };
    } catch {
      return { problem: 'broken' };
    }
  }
}
