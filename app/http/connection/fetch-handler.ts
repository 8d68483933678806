import type { IncomingMessage } from 'node:http';
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@remix-run/node';
import type { Request as Incoming, Response as Outgoing, RequestHandler } from 'express';
import { WrittenResponse, type Answer } from '#app/http/response/written-response.ts';
import { urlOf } from './incoming-request.ts';

/** Answers a request; null leaves it to whoever comes next. */
type Handler = (req: Incoming, res: Outgoing) => Promise<Answer> | null;

const MB = 1024 * 1024;

/** Milliseconds and bytes in which the rest of a body may arrive before it is answered, and its connection serves another call. */
const GRACE_MS = 1_000;

const GRACE_BYTES = 16 * MB;

/** A caller that sends more after its answer, or for longer, is cut: more than any body that is taken. */
const REST = { bytes: 64 * MB, ms: 60_000 };

interface Bounds {
  bytes: number;
  ms: number;
}

/**
 * A handler of Express that answers in the terms of Fetch: heeds a slow reader. A body of which not all was read is
 * let in: a caller that goes on sending is answered meanwhile. Routes hear of a client that has left by `context.closed`.
 */
export function fetchHandler(answer: Handler, graceMs = GRACE_MS): RequestHandler {
  return (req, res, next) => {
    // Not awaited before it is known that there is an answer: who comes next has lost no time.
    const answering = answer(req, res);
    if (answering) deliver(answering, { req, res, graceMs }).catch(next);
    else next();
  };
}

/** A request of Express in the terms of Fetch. */
export function toRequest(req: Incoming): Request {
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
  req: Incoming;
  res: Outgoing;
  graceMs: number;
}

async function deliver(answering: Promise<Answer>, { req, res, graceMs }: Exchange): Promise<void> {
  const response = await answering;
  if (req.complete) return send(response, res);
  if (await discardRest(req, { bytes: GRACE_BYTES, ms: graceMs })) return send(response, res);
  res.set('connection', 'close');
  endAfter(discardRest(req, REST), res);
  const isStreamed = response instanceof WrittenResponse || !response.body;
  await send(isStreamed ? response : await whole(response), res);
}

/**
 * Lets an answer go out at once, and closes its connection only when its caller has ended sending or sends too much:
 * closed before, it would be reset, and the answer lost with what the caller had not read.
 */
function endAfter(rest: Promise<boolean>, res: Outgoing): void {
  const end = res.end.bind(res) as () => Outgoing;
  // Compression would hold the answer back.
  res.set('x-accel-buffering', 'no');
  res.end = ((last?: unknown) => {
    const bytes =
      typeof last === 'string' || last instanceof Uint8Array ? Buffer.from(last) : Buffer.alloc(0);
    if (!res.headersSent) res.setHeader('content-length', bytes.byteLength);
    if (bytes.byteLength > 0) res.write(bytes);
    else res.flushHeaders();
    void rest.then(() => end());
    return res;
  }) as Outgoing['end'];
}

/** The same answer with its body in memory, so that its length goes before it. */
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

async function send(response: Answer, res: Outgoing): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  if (response instanceof WrittenResponse) return response.writeTo(res);
  if (!response.body) return void res.end();
  // In one piece, so that it goes out at once and with its length: Remix's answers to its scripts.
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    return void res.end(Buffer.from(await response.arrayBuffer()));
  }
  await writeReadableStreamToWritable(response.body, res);
}

/**
 * Reads and forgets the rest of a body, up to a bound. An answer that ends in the middle of an upload closes the
 * connection under it, and the caller sees a broken pipe in place of the reason of the refusal.
 * @returns whether the request has ended, so that its connection may serve another one
 */
async function discardRest(req: IncomingMessage, { bytes, ms }: Bounds): Promise<boolean> {
  if (req.destroyed) return false;
  let left = bytes;
  // A reader that has given up would hold the rest back.
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
