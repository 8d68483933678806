import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { isLoopbackAddress, isLoopbackName } from '#app/core/platform/addresses/hosts.ts';
import { hostNameOf } from './incoming-request.ts';

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

/** What proxies and tunnels say of the request that they pass on. */
const FORWARDING = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/;

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

/**
 * True for a request that comes from this machine, asks for it by a loopback name, and was passed on by nobody: a proxy
 * on this machine comes from loopback, too, for whoever is behind it.
 */
function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const name = hostNameOf(headers.host ?? '');
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    name !== null &&
    isLoopbackName(name) &&
    !Object.keys(headers).some((header) => FORWARDING.test(header))
  );
}
