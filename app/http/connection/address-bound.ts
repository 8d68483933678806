import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { countedAddress } from '#app/core/platform/throttle.ts';

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

/** Counts what each address has open. @param max of an address; 0 for any number */
function openByAddress(max: number) {
  const open = new Map<string, number>();
  /** @returns a function that gives the place back; null where all places of the address are taken */
  return (address: string): (() => void) | null => {
    const counted = countedAddress(address);
    const count = open.get(counted) ?? 0;
    if (max > 0 && count >= max) return null;
    open.set(counted, count + 1);
    return () => {
      const left = open.get(counted)! - 1;
      if (left > 0) open.set(counted, left);
      else open.delete(counted);
    };
  };
}

/** Answers 429 to connections of an address beyond `max`, and closes them before they send anything. 0: no bound. */
export function boundConnections(server: Server, max: number): void {
  const take = openByAddress(max);
  server.on('connection', (socket: Socket) => {
    const release = take(socket.remoteAddress ?? '');
    if (release) return void socket.once('close', release);
    socket.write(REFUSAL);
    socket.destroySoon();
  });
}

/**
 * The same behind proxies, whose few connections carry the requests of everybody: an address has at most `max` requests
 * open, by what the trusted proxies say of it.
 */
export function boundRequests(max: number): RequestHandler {
  const take = openByAddress(max);
  return (req, res, next) => {
    const release = take(req.ip ?? '');
    if (!release) {
      res.status(429).set({ 'retry-after': String(RETRY_SECONDS), 'cache-control': 'no-store' });
      return void res.type('text/plain').send(WORDS);
    }
    res.once('close', release);
    next();
  };
}
