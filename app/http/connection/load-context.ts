import type { Request, Response } from 'express';
import { isLocalRequest } from './local-request.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Stands in every log line of this request and in `x-request-id`. */
    requestId: string;
    /** Nonce of the Content-Security-Policy; every script of the page carries it. */
    nonce: string;
    /** The caller's address, right behind TRUST_PROXY hops. */
    clientAddress: string;
    /** Whether the request was made on this machine, and reached us without anybody in between. */
    isLocal: () => boolean;
    /** Aborted when the connection closes; the Fetch request's own signal can be lost on the way. */
    closed: AbortSignal;
  }
}

/** One for all: making an error of its own costs more than everything else that happens when a connection closes. */
const CLOSED = new Error('The connection was closed');

/** What routes know of the connection beyond the Fetch request. */
export function loadContext(req: Request, res: Response) {
  const closed = new AbortController();
  res.once('close', () => closed.abort(CLOSED));
  return {
    requestId: res.locals.requestId as string,
    nonce: res.locals.nonce as string,
    clientAddress: req.ip ?? req.socket.remoteAddress ?? 'unknown',
    isLocal: () => isLocalRequest(req),
    closed: closed.signal,
  };
}
