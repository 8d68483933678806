import type { IncomingMessage } from 'node:http';

/** More than any body that we take; who sends more than that is not waited for. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Lets what nobody read of a request run into the void. An answer that is given in the middle of an upload closes the
 * connection under it, and the caller sees a broken pipe in place of why it was refused.
 * @returns whether the request has ended, so that its connection may serve another one
 */
export async function discardRest(req: IncomingMessage): Promise<boolean> {
  if (req.destroyed) return false;
  let left = MOST_BYTES;
  // Whoever read of it before has given up, and would hold the rest back.
  req.removeAllListeners('data');
  await new Promise<void>((resolve) => {
    req.once('end', resolve).once('close', resolve);
    req.on('data', (chunk: Buffer) => {
      left -= chunk.byteLength;
      if (left < 0) resolve();
    });
    req.resume();
  });
  return req.complete;
}
