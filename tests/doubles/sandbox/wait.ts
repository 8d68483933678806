import type { ServerResponse } from 'node:http';

/** Resolves after `ms`, or at once when the client leaves. */
export async function wait(ms: number, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once('close', done);
  });
}

/** Resolves when the socket takes more, or when the client has left. */
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
