import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { Express } from 'express';

/**
 * How long a connection may rest. Load balancers keep theirs for 60 s and clients for 5 s, which is Node's time, too: who
 * calls just when we hang up would not know whether the call was taken.
 */
const KEEP_ALIVE_MS = 75_000;

/** Makes the HTTP server of the web process; it does not listen yet. */
export function createHttpServer(app: Express): Server {
  const server = createServer(expressMessages(app), app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
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
