import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import type { AnswerBody } from './answer.ts';

/** Timeout for a connection, TLS included. */
const CONNECT_MS = 10_000;
/** The runner has its own deadlines; this is the last resort against a silent socket. */
const SILENCE_MS = 600_000;

/** Buffer limit for an answer that arrives faster than it is read. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/**
 * Idle connections are reused, the most recent first. There can be as many as there are concurrent calls,
 * since a stream occupies its connection. We close a connection that was idle for long before the provider
 * does so at the very moment of its reuse.
 */
const POOL = { keepAlive: true, maxFreeSockets: 1024, scheduling: 'lifo', timeout: 30_000 } as const;
const PROTOCOLS = {
  'http:': { request: http.request, agent: new http.Agent(POOL) },
  'https:': { request: https.request, agent: new https.Agent(POOL) },
};

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: AnswerBody;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  /** Its content type is in the headers. */
  body?: string | Buffer;
  signal: AbortSignal;
  /** DNS lookup that may refuse to connect to a name. */
  lookup?: RequestOptions['lookup'];
  /** Called when the whole request was handed to the connection. */
  onSent?: () => void;
}

/** Posts JSON and returns the answer as soon as its headers are there, like `send`. */
export function postJson(
  url: URL,
  { json, ...sent }: Pick<HttpRequest, 'headers' | 'signal' | 'lookup' | 'onSent'> & { json: unknown },
): Promise<HttpAnswer> {
  const body = wireJson(json);
  const headers = { 'content-type': 'application/json', ...sent.headers };
  return send(url, { ...sent, method: 'POST', headers, body });
}

/**
 * Half of a surrogate pair as `JSON.stringify` writes it; every other escape matches as a whole and is left
 * unchanged.
 */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/** JSON in which half of a surrogate pair is U+FFFD, since strict parsers refuse a half. */
export function wireJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return json;
  return json.replace(ESCAPE, (escape, half: string | undefined) => (half === undefined ? escape : '\ufffd'));
}

/**
 * Sends a request and returns the answer as soon as its headers are there. Redirects are not followed: the
 * key is for this address. Aborting the signal closes the connection.
 * @throws the error that prevented the headers (toConnectionError converts it)
 */
export function send(
  url: URL,
  { method, headers, body, signal, lookup, onSent }: HttpRequest,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const protocol = PROTOCOLS[url.protocol === 'http:' ? 'http:' : 'https:'];
    const request = protocol.request(url, {
      method,
      // A pooled connection could still lead to the address that the name resolved to before.
      ...(lookup ? { agent: false, lookup } : { agent: protocol.agent }),
      signal,
      timeout: SILENCE_MS,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        'user-agent': 'parlance',
        ...headers,
      },
    });
    // The listener stays: once the answer has begun, its own error reports failures.
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
 * Returns everything that arrived since the last call as one piece. Keeps the stream flowing instead of
 * pausing it for each read, which would cost two more event loop turns per token.
 */
class IncomingBody implements AnswerBody {
  readonly contentType: string;
  private pieces: Buffer[] = [];
  private size = 0;
  private failure: Error | null = null;
  private isLeft = false;
  private waiting: { resolve(piece: Buffer | null): void; reject(error: Error): void } | null = null;
  /** Created once, because each token needs it. */
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
      if (this.size > MAX_BUFFERED_BYTES) response.pause();
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

  /** Settles the waiting call, if there is anything to report. */
  private answer(): void {
    if (!this.waiting) return;
    const { resolve, reject } = this.waiting;
    if (this.isLeft) resolve(null);
    else if (this.pieces.length > 0) resolve(this.take());
    else if (this.response.readableEnded) resolve(null);
    else if (this.failure) reject(this.failure);
    else if (this.response.destroyed) reject(new Error('the connection was closed'));
    else return;
    this.waiting = null;
  }

  hangUp(): void {
    this.isLeft = true;
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
