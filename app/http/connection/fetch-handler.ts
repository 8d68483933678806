import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@remix-run/node';
import type { Request as Incoming, RequestHandler, Response as Outgoing } from 'express';
import { discardRest } from '#app/http/body/discard-rest.ts';
import { urlOf } from './incoming-request.ts';
import { WrittenResponse, type Answer } from '#app/http/response/written-response.ts';

/** Answers a request; null leaves it to whoever comes next. */
type Handler = (req: Incoming, res: Outgoing) => Promise<Answer> | null;

/**
 * A handler of Express that answers in the terms of Fetch: heeds a slow reader, and lets a request arrive before it is
 * answered. Routes hear of a client that has left by `context.closed`.
 */
export function fetchHandler(answer: Handler): RequestHandler {
  return (req, res, next) => {
    // Not awaited before it is known that there is an answer: who comes next has lost no time.
    const answering = answer(req, res);
    if (answering) deliver(answering, req, res).catch(next);
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

async function deliver(answering: Promise<Answer>, req: Incoming, res: Outgoing): Promise<void> {
  const response = await answering;
  if (!req.complete && !(await discardRest(req))) res.set('connection', 'close');
  await send(response, res);
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
