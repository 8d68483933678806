import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import type { AnswerBody } from './answer.ts';

/** Time for a connection, TLS included. */
const CONNECT_MS = 10_000;
/** The runner has deadlines of its own; this is the last resort against a socket that fell silent. */
const SILENCE_MS = 600_000;

/** Of an answer that arrives faster than it is read no more than that is kept here. */
const MOST_WAITING_BYTES = 64 * 1024;

/**
 * Connections wait for the next call, the last used first; as many as there are calls at one moment, since a
 * stream occupies its connection. One that was idle for long is closed by us, before the provider does it at
 * the very moment at which it is used again.
 */
const POOL = { keepAlive: true, maxFreeSockets: 1024, scheduling: 'lifo', timeout: 30_000 } as const;
const WAYS = {
  'http:': { request: http.request, agent: new http.Agent(POOL) },
  'https:': { request: https.request, agent: new https.Agent(POOL) },
};

export interface Posted {
  status: number;
  headers: IncomingHttpHeaders;
  body: AnswerBody;
}

export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  /** Its headers say what it is. */
  body?: string | Buffer;
  signal: AbortSignal;
  /** What may refuse to connect to a name. */
  lookup?: RequestOptions['lookup'];
  /** Hears that all of it was handed to the connection. */
  onSent?: () => void;
}

/** Posts JSON and gives the answer as soon as its headers are there, as `send` does. */
export function postJson(
  url: URL,
  { json, ...sent }: Pick<Sent, 'headers' | 'signal' | 'lookup' | 'onSent'> & { json: unknown },
): Promise<Posted> {
  const body = wireJson(json);
  const headers = { 'content-type': 'application/json', ...sent.headers };
  return send(url, { ...sent, method: 'POST', headers, body });
}

/** Half of a surrogate pair, as `JSON.stringify` writes it; every other escape is passed over whole. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/** JSON in which a half of a surrogate pair, which strict readers refuse, is U+FFFD. */
export function wireJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return json;
  return json.replace(ESCAPE, (escape, half: string | undefined) => (half === undefined ? escape : '\ufffd'));
}

/**
 * Sends a request and gives the answer as soon as its headers are there. Redirects are not followed: the key is
 * for this address. Aborting the signal closes the connection.
 * @throws whatever kept the headers from coming (toConnectionError says it in our words)
 */
export function send(url: URL, { method, headers, body, signal, lookup, onSent }: Sent): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const way = WAYS[url.protocol === 'http:' ? 'http:' : 'https:'];
    const request = way.request(url, {
      method,
      // A connection that is kept would be a way to where the name led before.
      ...(lookup ? { agent: false, lookup } : { agent: way.agent }),
      signal,
      timeout: SILENCE_MS,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        'user-agent': 'parlance',
        ...headers,
      },
    });
    // It stays: once the answer has begun, its own error tells what happened.
    request.on('error', reject);
    if (onSent) request.once('finish', onSent);
    request.once('timeout', () => request.destroy(timedOut()));
    request.once('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => request.destroy(timedOut()), CONNECT_MS);
      socket.once(url.protocol === 'http:' ? 'connect' : 'secureConnect', () => clearTimeout(timer));
      socket.once('close', () => clearTimeout(timer));
    });
    request.once('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      resolve({ status, headers: answered, body: new IncomingBody(response) });
    });
    request.end(body);
  });
}

/**
 * Takes what has arrived since the last time in one piece. It lets the stream flow and does not ask it to wait: each
 * question would cost a token two more turns.
 */
class IncomingBody implements AnswerBody {
  readonly contentType: string;
  private pieces: Buffer[] = [];
  private size = 0;
  private failure: Error | null = null;
  private left = false;
  private waiting: { resolve(piece: Buffer | null): void; reject(error: Error): void } | null = null;
  /** Made once: each token asks. */
  private readonly wait: ConstructorParameters<typeof Promise<Buffer | null>>[0] = (resolve, reject) => {
    this.waiting = { resolve, reject };
    this.answer();
  };

  constructor(private readonly response: IncomingMessage) {
    this.contentType = response.headers['content-type'] ?? '';
    const answer = () => this.answer();
    response.on('end', answer).on('close', answer);
    response.on('data', (piece: Buffer) => {
      this.pieces.push(piece);
      this.size += piece.length;
      if (this.size > MOST_WAITING_BYTES) response.pause();
      this.answer();
    });
    response.on('error', (error) => {
      this.failure = error;
      this.answer();
    });
  }

  next(): Promise<Uint8Array | null> {
    return new Promise(this.wait);
  }

  /** Answers who waits, if there is something to say. */
  private answer(): void {
    if (!this.waiting) return;
    const { resolve, reject } = this.waiting;
    if (this.left) resolve(null);
    else if (this.pieces.length > 0) resolve(this.take());
    else if (this.response.readableEnded) resolve(null);
    else if (this.failure) reject(this.failure);
    else if (this.response.destroyed) reject(new Error('the connection was closed'));
    else return;
    this.waiting = null;
  }

  hangUp(): void {
    this.left = true;
    this.response.destroy();
    this.answer();
  }

  private take(): Buffer {
    const piece = this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces, this.size);
    this.pieces = [];
    this.size = 0;
    if (this.response.isPaused()) this.response.resume();
    return piece;
  }
}

function timedOut(): Error {
  return Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
}
