import type { ServerResponse } from 'node:http';

/** Writes a body to a connection and ends it. Never fails: what has begun cannot become an error answer. */
export type BodyWriter = (connection: ServerResponse) => Promise<void>;

/** What is said before the body. */
export interface Head {
  /** 200 unless said otherwise. */
  status?: number;
  /** By names in lower case; several values only where a header is said several times. */
  headers?: Readonly<Record<string, string | string[]>>;
}

/**
 * An answer that writes its body itself, piece by piece, and heeds a slow reader. A body of web streams would be read as
 * fast as it comes, and costs more for each piece than everything else about it; Fetch's headers, which are checked,
 * sorted and copied, cost as much as the rest of a head. `fetch-handler.ts` calls `writeTo` exactly once, also when the
 * reader has left already.
 */
export class WrittenResponse {
  readonly status: number;
  readonly headers: Map<string, string | string[]>;
  /** By these Remix knows a response, where a page's route answers with one. */
  readonly statusText = '';
  readonly body = null;

  constructor(
    { status = 200, headers = {} }: Head,
    readonly writeTo: BodyWriter,
  ) {
    this.status = status;
    this.headers = new Map(Object.entries(headers));
  }
}

/** What a route answers with: as Fetch has it, or written by itself. */
export type Answer = Response | WrittenResponse;

/**
 * Writes a piece of a body. Node frames a piece by four writes and gathers them again, which costs as much as sending
 * it; once the head is on its way, frame and piece are written as one text here.
 */
export function writePiece(connection: ServerResponse, piece: string): void {
  const { socket } = connection;
  // An empty piece would be the end; a connection that still answers an earlier request has no socket yet.
  if (!socket || !connection.headersSent || !connection.chunkedEncoding || piece === '')
    connection.write(piece);
  else socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
}

/** Whether a connection has been given more than its reader takes. */
export function isFull({ socket, writableNeedDrain }: ServerResponse): boolean {
  return writableNeedDrain || (socket?.writableNeedDrain ?? false);
}

/** Resolves once a connection takes more: at once as a rule, later when the reader is slow, and when it has left. */
export async function drainedOf(connection: ServerResponse): Promise<void> {
  if (!isFull(connection) || connection.closed) return;
  const { socket } = connection;
  const full = socket?.writableNeedDrain ? socket : connection;
  await new Promise<void>((resolve) => {
    const done = () => {
      full.off('drain', done);
      connection.off('close', done);
      resolve();
    };
    full.on('drain', done);
    connection.on('close', done);
  });
}

/** JSON that goes out in one piece, with its length: a body of web streams would cost more than the JSON itself. */
export class JsonResponse extends WrittenResponse {
  readonly text: string;

  constructor(data: unknown, head: Head = {}) {
    const text = JSON.stringify(data);
    super(head, async (connection) => void connection.end(text));
    this.text = text;
    if (!this.headers.has('content-type')) this.headers.set('content-type', 'application/json');
  }
}
