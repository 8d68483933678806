import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, RequestHandler } from 'express';
import { countedAddress } from '#app/core/platform/throttle.ts';

/**
 * How long a connection may rest, in milliseconds. A caller that calls just when we hang up does not know whether the call
 * was taken, so we hang up later than the others: clients after 5 s, which is Node's time, too, and load balancers after
 * 60 s; those of clouds, where TRUST_PROXY names one, after up to 900 s.
 */
export const REST_MS = { clients: 75_000, proxies: 1_000_000 };

/** How long a client may take, in milliseconds. */
export interface ClientLimits {
  /** From a connection's first byte, or the end of its last call, to the end of the headers. */
  headersMs: number;
  /** Between two pieces of a body. How long all of it takes is not limited: a large file over a slow line is honest. */
  pauseMs: number;
  /** Between two calls by the same connection. */
  restMs: number;
}

const WORDS = 'Too many connections of one address are open. Please try again in a moment.';

const RETRY_SECONDS = 5;

const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'content-type: text/plain; charset=utf-8',
  `content-length: ${WORDS.length}`,
  `retry-after: ${RETRY_SECONDS}`,
  'connection: close',
  '',
  WORDS,
].join('\r\n');

/** @param proxies how many stand in front */
export function clientLimits(proxies: number): ClientLimits {
  return { headersMs: 15_000, pauseMs: 60_000, restMs: proxies > 0 ? REST_MS.proxies : REST_MS.clients };
}

/** The end of a client that is too slow, where nothing was answered yet. */
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Makes the HTTP server of the web process; it does not listen yet. A client that takes longer than the limits is
 * answered 408 and cut.
 */
export function createHttpServer(app: Express, { headersMs, pauseMs, restMs }: ClientLimits): Server {
  const limits = {
    headersTimeout: headersMs,
    requestTimeout: 0,
    connectionsCheckingInterval: headersMs / 5,
    keepAliveTimeout: restMs,
  };
  const server = createServer({ ...expressMessages(app), ...limits }, app);
  server.on('request', (req, res) => limitPauses(req, res, pauseMs));
  return server;
}

/** Cuts a client that stops in the middle of its body. The time in which we do not read does not count. */
function limitPauses(req: IncomingMessage, res: ServerResponse, pauseMs: number): void {
  const { headers, socket } = req;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  // Node cuts the socket by itself where nothing listens.
  res.on('timeout', () => {
    if (req.complete) return end();
    if (req.readableLength > 0 || req.isPaused()) return socket.setTimeout(pauseMs);
    if (!res.headersSent) socket.write(TOO_SLOW);
    socket.destroySoon();
  });
  const end = () => socket.setTimeout(0);
  socket.setTimeout(pauseMs);
  req.once('end', end);
}

/**
 * Options of an HTTP server whose requests and responses are born as Express wants them. Express gives each another
 * prototype when it arrives, after which V8 takes every one for a kind of its own and looks up each of its properties
 * anew: some 230 times a call, a sixth of this process's time. What has the right prototype already is left alone.
 */
export function expressMessages(app: Express): ServerOptions {
  return {
    IncomingMessage: bornAs(IncomingMessage, app.request),
    ServerResponse: bornAs(ServerResponse, app.response),
  };
}

/** A constructor that makes what another one makes, with a prototype that comes from that one's. */
function bornAs<Constructor extends typeof IncomingMessage | typeof ServerResponse>(
  constructor: Constructor,
  prototype: object,
): Constructor {
  // A class would bring a prototype of its own. Node's constructors are functions that may be called on what is there.
  function Message(this: object, ...args: unknown[]) {
    (constructor as unknown as (this: object, ...args: unknown[]) => void).apply(this, args);
  }
  Message.prototype = prototype;
  return Message as unknown as Constructor;
}

/** Counts what each address has open. @param max of an address; 0 for any number */
function openByAddress(max: number) {
  const open = new Map<string, number>();
  /** @returns a function that gives the place back; null where all places of the address are taken */
  return (address: string): (() => void) | null => {
    const counted = countedAddress(address);
    const count = open.get(counted) ?? 0;
    if (max > 0 && count >= max) return null;
    open.set(counted, count + 1);
    return () => {
      const left = open.get(counted)! - 1;
      if (left > 0) open.set(counted, left);
      else open.delete(counted);
    };
  };
}

/** Answers 429 to connections of an address beyond `max`, and closes them before they send anything. 0: no bound. */
export function boundConnections(server: Server, max: number): void {
  const take = openByAddress(max);
  server.on('connection', (socket: Socket) => {
    const release = take(socket.remoteAddress ?? '');
    if (release) return void socket.once('close', release);
    socket.write(REFUSAL);
    socket.destroySoon();
  });
}

/**
 * The same behind proxies, whose few connections carry the requests of everybody: an address has at most `max` requests
 * open, by what the trusted proxies say of it.
 */
export function boundRequests(max: number): RequestHandler {
  const take = openByAddress(max);
  return (req, res, next) => {
    const release = take(req.ip ?? '');
    if (!release) {
      res.status(429).set({ 'retry-after': String(RETRY_SECONDS), 'cache-control': 'no-store' });
      return void res.type('text/plain').send(WORDS);
    }
    res.once('close', release);
    next();
  };
}
