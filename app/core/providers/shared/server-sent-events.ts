import { StringDecoder } from 'node:string_decoder';

/** Longest event of a text answer, in UTF-16 units, so that a line without end cannot fill the memory. */
const EVENT_LIMIT = 1024 * 1024;

/** May precede the first event and is not part of its text. */
const BYTE_ORDER_MARK = '\uFEFF';

/** An event longer than any legitimate chunk. */
export class EventTooLongError extends Error {
  constructor(limit: number) {
    super(`an event is longer than ${limit} characters`);
    this.name = 'EventTooLongError';
  }
}

/**
 * Splits a stream into server-sent events, wherever its bytes are cut: lines end with LF, CRLF or CR, and a
 * character may be split between two pieces. Buffers at most one unfinished event.
 */
export class EventDecoder {
  /** Not a TextDecoder, which takes four times as long per piece. */
  private readonly text = new StringDecoder('utf8');
  private hasBegun = false;
  /** Pieces of the unfinished line, joined only when it ends, so that each byte is scanned once. */
  private open: string[] = [];
  private openSize = 0;
  /** The last piece ended with a CR, which may be half of a CRLF. */
  private heldCr = false;
  private data: string[] = [];
  private size = 0;
  private readonly limit: number;
  private readonly bareObjects: boolean;
  /** Inside an object without `data:`, whose lines are being collected. */
  private isBare = false;

  /**
   * @param options.limit longest event, in UTF-16 units
   * @param options.bareObjects an object on lines of its own, without `data:`, is an event too
   */
  constructor({ limit = EVENT_LIMIT, bareObjects = false }: { limit?: number; bareObjects?: boolean } = {}) {
    this.limit = limit;
    this.bareObjects = bareObjects;
  }

  /**
   * Returns the `data` of every event that these bytes complete; skips comments, names and ids.
   * @throws EventTooLongError
   */
  push(bytes: Uint8Array): string[] {
    return this.take(this.decode(bytes));
  }

  /**
   * Returns the events that the end of the stream completes: many providers leave out the last blank line.
   */
  end(): string[] {
    const events = this.take(`${this.text.end()}\n`);
    if (this.data.length > 0) events.push(this.event());
    return events;
  }

  private decode(bytes: Uint8Array): string {
    const text = this.text.write(bytes);
    if (this.hasBegun || text === '') return text;
    this.hasBegun = true;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }

  private take(piece: string): string[] {
    const text = this.withOneLineEnd(piece);
    const events: string[] = [];
    let begin = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
      const line = text.slice(begin, end);
      const event = this.takeLine(this.open.length > 0 ? this.closeLine(line) : line);
      if (event !== undefined) events.push(event);
      begin = end + 1;
    }
    if (begin < text.length) {
      this.open.push(text.slice(begin));
      this.openSize += text.length - begin;
    }
    if (this.openSize + this.size > this.limit) throw new EventTooLongError(this.limit);
    return events;
  }

  /** Returns the data of an event if this line ends one. */
  private takeLine(line: string): string | undefined {
    if (line === '') return this.data.length > 0 ? this.event() : undefined;
    if (this.isBare || (this.bareObjects && line.startsWith('{'))) return this.takeBare(line);
    if (line.startsWith('data:')) this.keep(line.charAt(5) === ' ' ? line.slice(6) : line.slice(5));
    return undefined;
  }

  /** Reads an object on one line, or on several lines that end with one closing brace. */
  private takeBare(line: string): string | undefined {
    const isWhole = this.isBare ? line === '}' : line.endsWith('}');
    this.isBare = !isWhole;
    this.keep(line);
    return isWhole ? this.event() : undefined;
  }

  private closeLine(last: string): string {
    const line = this.open.join('') + last;
    this.open = [];
    this.openSize = 0;
    return line;
  }

  /** Normalizes line ends to LF. A CR at the very end waits for the next piece. */
  private withOneLineEnd(piece: string): string {
    if (piece === '') return piece;
    const text = this.heldCr ? `\r${piece}` : piece;
    this.heldCr = text.endsWith('\r');
    if (!text.includes('\r')) return text;
    return (this.heldCr ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n');
  }

  private keep(data: string): void {
    // Empty lines count too.
    this.size += data.length + 1;
    if (this.size > this.limit) throw new EventTooLongError(this.limit);
    this.data.push(data);
  }

  private event(): string {
    const event = this.data.length === 1 ? (this.data[0] ?? '') : this.data.join('\n');
    this.data = [];
    this.size = 0;
    this.isBare = false;
    return event;
  }
}
