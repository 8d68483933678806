import type { ServerResponse } from 'node:http';

/**
 * Writes a body to a connection and ends it. Never rejects: after the headers were sent it cannot become an
 * error answer.
 */
export type BodyWriter = (connection: ServerResponse) => Promise<void>;

/** Status and headers of an answer. */
export interface Head {
  /** 200 by default. */
  status?: number;
  /** Names are in lower case; an array is for a header that is sent several times. */
  headers?: Readonly<Record<string, string | string[]>>;
}

/**
 * An answer that writes its body itself, piece by piece, with backpressure for slow readers. A body of web
 * streams would be read without backpressure, and costs more for each piece than all other work on it;
 * Fetch's headers, which are validated, sorted and copied, cost as much as the rest of the headers' handling.
 * `fetch-handler.ts` calls `writeTo` exactly once, even if the reader has already left.
 */
export class WrittenResponse {
  readonly status: number;
  readonly headers: Map<string, string | string[]>;
  /** Remix recognizes a response by these fields when a page's route returns one. */
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

/** The answer of a route: a Fetch Response, or one that writes itself. */
export type Answer = Response | WrittenResponse;

/**
 * Writes a piece of a body. Node writes a chunk frame in four parts and joins them again, which costs as much
 * as sending it; once the headers are sent, this function writes frame and piece as one text.
 */
export function writePiece(connection: ServerResponse, piece: string): void {
  const { socket } = connection;
  // An empty piece would end the body; a connection that still answers an earlier request has no socket yet.
  if (!socket || !connection.headersSent || !connection.chunkedEncoding || piece === '')
    connection.write(piece);
  else socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
}

/** Tells whether a connection has more buffered than its reader has consumed. */
export function isFull({ socket, writableNeedDrain }: ServerResponse): boolean {
  return writableNeedDrain || (socket?.writableNeedDrain ?? false);
}

/**
 * Resolves once a connection has room: usually at once, later if the reader is slow, and also when the reader
 * has left.
 */
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

/**
 * JSON that is sent in one piece, with its length: a body of web streams would cost more than the JSON
 * itself.
 */
export class JsonResponse extends WrittenResponse {
  readonly text: string;

  constructor(data: unknown, head: Head = {}) {
    const text = JSON.stringify(data);
    super(head, async (connection) => void connection.end(text));
    this.text = text;
    if (!this.headers.has('content-type')) this.headers.set('content-type', 'application/json');
  }
}
