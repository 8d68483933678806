import type { IncomingMessage, ServerResponse } from 'node:http';
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@remix-run/node';
import { WrittenResponse, type Answer } from '#app/http/response/written-response.ts';
import type { Handler } from './handlers.ts';
import { urlOf } from './incoming-request.ts';
import type { WebRequest } from './web-request.ts';

/** Answers a request; null passes it to the next handler. */
type AnswerOf = (req: WebRequest, res: ServerResponse) => Promise<Answer> | null;

const MB = 1024 * 1024;

/**
 * Limits in milliseconds and bytes for the rest of a body to arrive before the answer is sent; within them
 * the connection is kept for the next request.
 */
const GRACE_MS = 1_000;

const GRACE_BYTES = 16 * MB;

/**
 * A caller that sends more than this after its answer, or for longer, is disconnected; the limits exceed any
 * accepted body.
 */
const REST = { bytes: 64 * MB, ms: 60_000 };

interface Bounds {
  bytes: number;
  ms: number;
}

/**
 * Creates a handler for a function that answers in terms of Fetch, with backpressure for slow
 * readers. If the function does not read the whole body, the rest is received: a caller that keeps sending is
 * answered meanwhile. Routes detect a disconnected client by `context.closed`.
 */
export function fetchHandler(answer: AnswerOf, graceMs = GRACE_MS): Handler {
  return (req, res, next) => {
    // Awaited only if there is an answer, so that the next handler is called without delay.
    const answering = answer(req, res);
    if (answering) deliver(answering, { req, res, graceMs }).catch(next);
    else next();
  };
}

/** Converts a request of Node to one of Fetch. */
export function toRequest(req: WebRequest): Request {
  const url = urlOf(req);
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const { method } = req;
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: createReadableStreamFromReadable(req), duplex: 'half' });
}

interface Exchange {
  req: WebRequest;
  res: ServerResponse;
  graceMs: number;
}

async function deliver(answering: Promise<Answer>, { req, res, graceMs }: Exchange): Promise<void> {
  const response = await answering;
  if (req.complete) return send(response, res);
  if (await discardRest(req, { bytes: GRACE_BYTES, ms: graceMs })) return send(response, res);
  res.setHeader('connection', 'close');
  endAfter(discardRest(req, REST), res);
  const isStreamed = response instanceof WrittenResponse || !response.body;
  await send(isStreamed ? response : await whole(response), res);
}

/**
 * Sends an answer at once, but closes its connection only after the caller has finished sending or sends too
 * much: closing earlier would reset the connection and lose the part of the answer that the caller had not
 * read.
 */
function endAfter(rest: Promise<boolean>, res: ServerResponse): void {
  const end = res.end.bind(res) as () => ServerResponse;
  // Compression would hold the answer back.
  res.setHeader('x-accel-buffering', 'no');
  res.end = ((last?: unknown) => {
    const bytes =
      typeof last === 'string' || last instanceof Uint8Array ? Buffer.from(last) : Buffer.alloc(0);
    if (!res.headersSent) res.setHeader('content-length', bytes.byteLength);
    if (bytes.byteLength > 0) res.write(bytes);
    else res.flushHeaders();
    void rest.then(() => end());
    return res;
  }) as ServerResponse['end'];
}

/** Reads the body of the answer into memory, so that its length is sent with the headers. */
async function whole(response: Response): Promise<WrittenResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return new WrittenResponse(
    { status: response.status, headers },
    async (connection) => void connection.end(body),
  );
}

async function send(response: Answer, res: ServerResponse): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    // Of two policies a browser follows the last one that it knows; a page that sets its own sends that alone.
    if (name === 'referrer-policy') res.setHeader(name, value);
    else res.appendHeader(name, value);
  }
  if (response instanceof WrittenResponse) return response.writeTo(res);
  if (!response.body) return void res.end();
  // JSON is sent in one piece, so that it leaves at once and with its length: Remix's answers to its scripts.
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    return void res.end(Buffer.from(await response.arrayBuffer()));
  }
  await writeReadableStreamToWritable(response.body, res);
}

/**
 * Reads and discards the rest of a body, up to a limit. Closing the connection during an upload would make
 * the caller see a broken pipe in place of the reason of the refusal.
 * @returns whether the request has ended, so that its connection can be reused
 */
async function discardRest(req: IncomingMessage, { bytes, ms }: Bounds): Promise<boolean> {
  if (req.destroyed) return false;
  let left = bytes;
  // A reader that has stopped would block the rest.
  req.removeAllListeners('data');
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    req.once('end', resolve).once('close', resolve);
    req.on('data', (chunk: Buffer) => {
      left -= chunk.byteLength;
      if (left < 0) resolve();
    });
    req.resume();
  });
  clearTimeout(timer);
  return req.complete;
}
