import { StringDecoder } from 'node:string_decoder';
import { WebSocket } from 'ws';
import type { AnswerBody } from '#app/core/providers/shared/answer.ts';
import { malformed } from '#app/core/providers/shared/json.ts';
import type { Framing } from '#app/core/providers/shared/read-reply.ts';

/** Timeout for a connection, TLS and the protocol upgrade included. */
const CONNECT_MS = 10_000;

const PING_MS = 15_000;

/** Longest message of the socket, in bytes. */
const MESSAGE_LIMIT = 1024 * 1024;

/** Buffer limit for an answer that arrives faster than it is read. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Close code of a connection that broke without a close frame. */
const ABNORMAL = 1006;

interface SocketRequest {
  headers: Record<string, string>;
  /** A record to send once the other side has confirmed the protocol. */
  question: unknown;
  signal: AbortSignal;
  /** Called when the question was sent. */
  onSent?: () => void;
  /** Called when the first message after the handshake has arrived. */
  onAccepted?: () => void;
}

/** Separates the records of SignalR. */
const SEPARATOR = '\u001E';

/** Longest record, in UTF-16 units. The last one contains the whole answer up to three times. */
const RECORD_LIMIT = 1024 * 1024;

/**
 * Opens a socket and asks one question. Redirects are not followed; aborting the signal closes the
 * connection.
 * @returns the body of the answer, or the status with which the socket was refused
 * @throws the error that prevented the connection (toConnectionError converts it)
 */
export function openSocket(
  url: URL,
  request: SocketRequest,
): Promise<{ body: AnswerBody } | { status: number }> {
  const { headers, signal } = request;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { 'user-agent': 'parlance', ...headers },
      handshakeTimeout: CONNECT_MS,
      maxPayload: MESSAGE_LIMIT,
      perMessageDeflate: false,
    });
    const leave = () => socket.terminate();
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', leave));
    // The listener stays: once the socket is open, its body handles errors too.
    socket.on('error', reject);
    socket.once('unexpected-response', (request, { statusCode: status = 0 }) => {
      request.destroy();
      resolve({ status });
    });
    socket.once('open', () => resolve({ body: new SocketBody(socket, request) }));
  });
}

/** The messages of a socket as the body of an answer. */
class SocketBody implements AnswerBody {
  readonly contentType = '';
  readonly isForOneAnswer = true;
  private pieces: Buffer[] = [];
  private size = 0;
  private messages = 0;
  private isClosed = false;
  private failure: Error | null = null;
  private waiting: { resolve(piece: Buffer | null): void; reject(error: Error): void } | null = null;

  constructor(
    private readonly socket: WebSocket,
    request: SocketRequest,
  ) {
    const ping = setInterval(() => socket.send(recordOf({ type: 6 })), PING_MS);
    socket.on('message', (data: Buffer) => this.take(data, request));
    socket.once('error', (error) => this.close(error));
    socket.once('close', (code) => {
      clearInterval(ping);
      this.close(code === ABNORMAL ? new Error('the connection was closed') : null);
    });
    socket.send(recordOf({ protocol: 'json', version: 1 }));
  }

  next(): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.answer();
    });
  }

  hangUp(): void {
    this.socket.terminate();
    this.pieces = [];
    this.isClosed = true;
    this.failure = null;
    this.answer();
  }

  /** The first message confirms the handshake; the question is sent in reply. */
  private take(data: Buffer, { question, onSent, onAccepted }: SocketRequest): void {
    this.messages += 1;
    if (this.messages === 1) {
      this.socket.send(recordOf(question));
      onSent?.();
    }
    if (this.messages === 2) onAccepted?.();
    this.pieces.push(data);
    this.size += data.length;
    if (this.size > MAX_BUFFERED_BYTES) this.socket.pause();
    this.answer();
  }

  private close(failure: Error | null): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.failure = failure;
    this.answer();
  }

  /** Settles the waiting call, if there is anything to report. */
  private answer(): void {
    if (!this.waiting) return;
    const { resolve, reject } = this.waiting;
    if (this.pieces.length > 0) resolve(this.piece());
    else if (!this.isClosed) return;
    else if (this.failure) reject(this.failure);
    else resolve(null);
    this.waiting = null;
  }

  private piece(): Buffer {
    const piece = Buffer.concat(this.pieces, this.size);
    this.pieces = [];
    this.size = 0;
    if (this.socket.isPaused) this.socket.resume();
    return piece;
  }
}

/** Serializes one record. */
function recordOf(value: unknown): string {
  return JSON.stringify(value) + SEPARATOR;
}

/** Splits the input at the separators, wherever it was cut; each byte is scanned once. */
export class RecordDecoder implements Framing {
  readonly #text = new StringDecoder('utf8');
  /** Pieces of the unfinished record. */
  #open: string[] = [];
  #size = 0;

  push(bytes: Uint8Array): string[] {
    const parts = this.#text.write(bytes).split(SEPARATOR);
    const rest = parts.pop() ?? '';
    const records = parts.map((part, place) => (place === 0 ? this.#close(part) : part));
    if (rest !== '') this.#open.push(rest);
    this.#size += rest.length;
    if (this.#size > RECORD_LIMIT) throw malformed(`a record is longer than ${RECORD_LIMIT} characters`);
    return records.filter((record) => record !== '');
  }

  /** Half a record is discarded. */
  end(): string[] {
    return [];
  }

  #close(last: string): string {
    const record = this.#open.length === 0 ? last : this.#open.join('') + last;
    this.#open = [];
    this.#size = 0;
    return record;
  }
}
