/** Longest event that is taken, in UTF-16 units. A provider that sends a line without end must not fill the memory. */
const EVENT_LIMIT = 1024 * 1024;

/** An event that is longer than any chunk of a reply can be. */
export class EventTooLongError extends Error {
  constructor() {
    super(`an event is longer than ${EVENT_LIMIT} characters`);
    this.name = 'EventTooLongError';
  }
}

/**
 * Takes a stream of server-sent events apart, however its bytes were cut: lines end with LF, CRLF or CR,
 * characters may be split between two pieces. Keeps at most one unfinished event.
 */
export class EventDecoder {
  private readonly text = new TextDecoder();
  private buffer = '';
  private data: string[] = [];
  private size = 0;

  /**
   * The `data` of every event that is complete with these bytes; comments, names and ids are skipped.
   * @throws EventTooLongError
   */
  push(bytes: Uint8Array): string[] {
    return this.take(this.text.decode(bytes, { stream: true }));
  }

  /** What the end of the stream completes: many providers leave out the last blank line. */
  end(): string[] {
    const events = this.take(`${this.text.decode()}\n`);
    if (this.data.length > 0) events.push(this.event());
    return events;
  }

  private take(text: string): string[] {
    this.buffer += text;
    if (this.buffer.includes('\r')) this.buffer = this.joinLineEnds(this.buffer);
    const events: string[] = [];
    let start = 0;
    for (;;) {
      const end = this.buffer.indexOf('\n', start);
      if (end < 0) break;
      const line = this.buffer.slice(start, end);
      start = end + 1;
      if (line === '') {
        if (this.data.length > 0) events.push(this.event());
      } else if (line.startsWith('data:')) {
        this.keep(line.charAt(5) === ' ' ? line.slice(6) : line.slice(5));
      }
    }
    this.buffer = this.buffer.slice(start);
    if (this.buffer.length + this.size > EVENT_LIMIT) throw new EventTooLongError();
    return events;
  }

  /** A CR at the very end may be half of a CRLF: it waits for the next piece. */
  private joinLineEnds(text: string): string {
    const open = text.endsWith('\r');
    const joined = (open ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n');
    return open ? `${joined}\r` : joined;
  }

  private keep(data: string): void {
    this.size += data.length;
    if (this.size > EVENT_LIMIT) throw new EventTooLongError();
    this.data.push(data);
  }

  private event(): string {
    const event = this.data.length === 1 ? (this.data[0] ?? '') : this.data.join('\n');
    this.data = [];
    this.size = 0;
    return event;
  }
}
