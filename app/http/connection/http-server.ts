import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Gate, type Leave } from '#app/core/platform/concurrency.ts';
import { countedAddress } from '#app/core/platform/throttle.ts';
import { sendText } from '#app/http/response/plain-answer.ts';
import type { Handler } from './handlers.ts';
import { WebRequest } from './web-request.ts';

/**
 * Maximum idle time of a connection, in milliseconds. If the server closes a connection just when a new call
 * arrives, the caller does not know whether the call was processed. Therefore it closes later than its peers
 * do: clients after 5 s, which is Node's default, too, and load balancers after 60 s; those of clouds, if
 * TRUST_PROXY is set, after up to 900 s.
 */
export const IDLE_MS = { clients: 75_000, proxies: 1_000_000 };

/** Time limits for clients, in milliseconds. */
export interface ClientLimits {
  /** From a connection's first byte, or the end of its last call, to the end of the headers. */
  headersMs: number;
  /**
   * Between two pieces of a body. The total time is not limited: a large file over a slow line is legitimate.
   */
  pauseMs: number;
  /** Between two calls on the same connection. */
  idleMs: number;
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

/** @param proxies the number of proxies in front of this process */
export function clientLimits(proxies: number): ClientLimits {
  return { headersMs: 15_000, pauseMs: 60_000, idleMs: proxies > 0 ? IDLE_MS.proxies : IDLE_MS.clients };
}

/**
 * Max bytes of a request's headers. A link to a new chat may carry 20,000 characters (`?q=`), which the address of the
 * sign-in escapes a second time, and which the browser may name as the page before as well.
 */
const MAX_HEADER_BYTES = 64 * 1024;

const TOO_LONG_WORDS = 'This address, or the cookies sent with it, are too long. Please use a shorter link.';

const TOO_LONG = [
  'HTTP/1.1 431 Request Header Fields Too Large',
  'content-type: text/plain; charset=utf-8',
  `content-length: ${TOO_LONG_WORDS.length}`,
  'connection: close',
  '',
  TOO_LONG_WORDS,
].join('\r\n');

/** The answer to a client that is too slow, if nothing was sent yet. */
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** The answers to requests that Node cannot read, by its error codes; 400 for all others. */
const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: TOO_LONG,
  HPE_CHUNK_EXTENSIONS_OVERFLOW:
    'HTTP/1.1 413 Payload Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
};
const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Creates the HTTP server of the web process, which does not listen yet. A client that exceeds the time
 * limits gets a 408, unless it has sent nothing, and is disconnected; one whose address is too long is told so.
 */
export function createHttpServer(
  listener: RequestListener<typeof WebRequest>,
  { headersMs, pauseMs, idleMs }: ClientLimits,
): Server<typeof WebRequest> {
  const limits = {
    headersTimeout: headersMs,
    requestTimeout: 0,
    connectionsCheckingInterval: headersMs / 5,
    keepAliveTimeout: idleMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const server = createServer({ IncomingMessage: WebRequest, ...limits }, listener);
  server.on('request', (req, res) => limitPauses(req, res, pauseMs));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket as Socket));
  return server;
}

/**
 * Answers a request that cannot be read, as Node does by itself, unless another answer is being sent. A connection
 * without a request gets none: browsers open connections in advance, and would take it for the answer to a request
 * that they send in the same moment.
 */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (socket.bytesRead > 0 && socket.writable && !answer?.headersSent)
    socket.write(UNREADABLE[code] ?? BAD_REQUEST);
  socket.destroySoon();
}

/**
 * Disconnects a client that stops in the middle of its body. Time during which the server does not read does
 * not count.
 */
function limitPauses(req: WebRequest, res: ServerResponse, pauseMs: number): void {
  const { headers, socket } = req;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  // Without a listener Node would destroy the socket on timeout.
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
 * Counts open connections or requests by address.
 * @param max limit per address; 0 for no limit
 * @returns a function that takes a slot: null if all slots of the address are in use
 */
function slotsByAddress(max: number): (address: string) => Leave | null {
  const slots = new Gate({ runningEach: max || Infinity });
  return (address) => {
    const slot = slots.take(countedAddress(address));
    return typeof slot === 'function' ? slot : null;
  };
}

/**
 * Answers 429 to connections of an address beyond `max`, and closes them before they send anything. 0: no
 * limit.
 */
export function boundConnections(server: Server, max: number): void {
  const take = slotsByAddress(max);
  server.on('connection', (socket: Socket) => {
    const release = take(socket.remoteAddress ?? '');
    if (release) return void socket.once('close', release);
    socket.write(REFUSAL);
    socket.destroySoon();
  });
}

/**
 * Limits requests instead of connections, for use behind proxies, whose few connections carry the requests of
 * all users: an address may have at most `max` open requests. The trusted proxies report the address.
 */
export function boundRequests(max: number): Handler {
  const take = slotsByAddress(max);
  return (req, res, next) => {
    const release = take(req.clientAddress);
    if (!release) {
      res.setHeader('retry-after', RETRY_SECONDS).setHeader('cache-control', 'no-store');
      return sendText(res, 429, WORDS);
    }
    res.once('close', release);
    next();
  };
}
