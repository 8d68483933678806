import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackAddress, isLoopbackName } from '#app/core/platform/addresses/hosts.ts';
import { hostNameOf } from './incoming-request.ts';
import type { WebRequest } from './web-request.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Part of every log line of this request, and sent as `x-request-id`. */
    requestId: string;
    /** Nonce of the Content-Security-Policy; every script of the page carries it. */
    nonce: string;
    /** The caller's address: the one before TRUST_PROXY hops. */
    clientAddress: string;
    /** Tells whether the request was made on this machine and arrived without a proxy. */
    isLocal: () => boolean;
    /** Aborted when the connection closes; the Fetch request's own signal can get lost. */
    closed: AbortSignal;
  }
}

/**
 * A single shared error: creating one per connection costs more than all other work when a connection closes.
 */
const CLOSED = new Error('The connection was closed');

/** Headers that proxies and tunnels add to the requests that they forward. */
const FORWARDING = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/;

/** Facts about the connection that routes get in addition to the Fetch request. */
export function loadContext(req: WebRequest, res: ServerResponse) {
  const closed = new AbortController();
  res.once('close', () => closed.abort(CLOSED));
  return {
    requestId: req.requestId,
    nonce: req.nonce,
    clientAddress: req.clientAddress,
    isLocal: () => isLocalRequest(req),
    closed: closed.signal,
  };
}

/**
 * True for a request that comes from this machine, names a loopback host, and was not forwarded: a proxy on
 * this machine also connects from loopback, for any client behind it.
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
