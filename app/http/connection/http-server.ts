import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { expressMessages } from './express-messages.ts';

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
