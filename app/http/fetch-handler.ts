import {
  createReadableStreamFromReadable,
  writeReadableStreamToWritable,
  type AppLoadContext,
} from '@remix-run/node';
import type { Request as Incoming, RequestHandler, Response as Outgoing } from 'express';
import { discardRest } from './discard-rest.ts';
import { loadContext } from './load-context.ts';
import { WrittenResponse } from './written-response.ts';

/** A request in the terms of Fetch, and what is known of its connection. */
interface Exchange {
  request: Request;
  context: AppLoadContext;
}

/** Answers a request; null leaves it to whoever comes next. */
type Answer = (req: Incoming, exchange: () => Exchange) => Promise<Response> | null;

/**
 * A handler of Express that speaks Fetch: heeds a slow reader, and lets a request arrive before it is answered.
 * Routes hear of a client that has left by `context.closed`.
 */
export function fetchHandler(answer: Answer): RequestHandler {
  return async (req, res, next) => {
    try {
      const answering = answer(req, () => ({ request: toRequest(req), context: loadContext(req, res) }));
      if (!answering) return next();
      const response = await answering;
      if (!req.complete && !(await discardRest(req))) res.set('connection', 'close');
      await send(response, res);
    } catch (error) {
      next(error);
    }
  };
}

function toRequest(req: Incoming): Request {
  const url = `${req.protocol}://${hostOf(req)}${req.originalUrl}`;
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const { method } = req;
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: createReadableStreamFromReadable(req), duplex: 'half' });
}

/** The host that the caller asked for, with its port; what a proxy says of it counts where the proxy is trusted. */
function hostOf(req: Incoming): string {
  const trusts = req.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  const forwarded = trusts(req.socket.remoteAddress, 0) ? req.get('x-forwarded-host') : undefined;
  return forwarded?.split(',', 1)[0]?.trim() || req.get('host') || 'localhost';
}

async function send(response: Response, res: Outgoing): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  if (response instanceof WrittenResponse) return response.writeTo(res);
  if (!response.body) return void res.end();
  // In one piece, so that it goes out at once and with its length.
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    return void res.end(Buffer.from(await response.arrayBuffer()));
  }
  await writeReadableStreamToWritable(response.body, res);
}
