import { Transform } from 'node:stream';

const INSERT = /^INSERT INTO `([^`]+)` (?:\([^)]*\) )?VALUES$/;
/** Max length of the head of an INSERT, with the names of all columns. */
const HEAD_BYTES = 16_384;
const [NEWLINE, QUOTE, OPEN, CLOSE, SEMICOLON, BACKSLASH] = Buffer.from("\n'();\\");

/**
 * Passes a dump through unchanged and counts the rows of its INSERTs by table, so that the counts match the
 * moment of the dump.
 */
export class RowCounter extends Transform {
  /** Table -> rows. @type {Map<string, number>} */
  rows = new Map();
  /** The start of a line that may begin an INSERT; null for the rest of any other line. */
  #head = Buffer.alloc(0);
  /** The table whose values follow; null between INSERTs. */
  #table = null;
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  _transform(chunk, _encoding, done) {
    let at = 0;
    while (at < chunk.length)
      at = this.#table === null ? this.#readLine(chunk, at) : this.#readValues(chunk, at);
    done(null, chunk);
  }

  /** @returns {number} the offset after the line, after `VALUES`, or after the chunk */
  #readLine(chunk, from) {
    const newline = chunk.indexOf(NEWLINE, from);
    const end = newline === -1 ? chunk.length : newline;
    if (this.#head !== null) {
      const before = this.#head.length;
      const line = Buffer.concat([
        this.#head,
        chunk.subarray(from, Math.min(end, from + HEAD_BYTES - before)),
      ]);
      const values = line.indexOf(' VALUES');
      const table = values === -1 ? undefined : INSERT.exec(line.toString('utf8', 0, values + 7))?.[1];
      if (table !== undefined) {
        this.#table = table;
        this.#head = Buffer.alloc(0);
        return from + values + 7 - before;
      }
      const mayInsert =
        line.length < HEAD_BYTES && 'INSERT INTO `'.startsWith(line.toString('latin1', 0, 13));
      this.#head = mayInsert ? line : null;
    }
    if (newline === -1) return chunk.length;
    this.#head = Buffer.alloc(0);
    return newline + 1;
  }

  /** @returns {number} the offset after the INSERT, or after the chunk */
  #readValues(chunk, from) {
    let [depth, isText, isEscaped, rows] = [this.#depth, this.#isText, this.#isEscaped, 0];
    let at = from;
    let isOver = false;
    for (; at < chunk.length && !isOver; at += 1) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN) {
        if (depth === 0) rows += 1;
        depth += 1;
      } else if (byte === CLOSE) depth -= 1;
      else if (byte === SEMICOLON && depth === 0) isOver = true;
    }
    this.rows.set(this.#table, (this.rows.get(this.#table) ?? 0) + rows);
    [this.#depth, this.#isText, this.#isEscaped] = [depth, isText, isEscaped];
    if (isOver) this.#table = null;
    return at;
  }
}
