import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

/** A client that may leave. */
export type Peer = Pick<Writable, 'destroyed' | 'once' | 'off'>;

/** Resolves after `ms`, or at once when the client leaves. */
export async function wait(ms: number, peer: Peer): Promise<void> {
  if (peer.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      peer.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    peer.once('close', done);
  });
}

/** Resolves when the socket accepts more, or when the client has left. */
export async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
