import type { IncomingMessage } from 'node:http';

interface Bounds {
  bytes: number;
  ms: number;
}

/**
 * Reads and forgets the rest of a body, up to a bound. An answer that ends in the middle of an upload closes the
 * connection under it, and the caller sees a broken pipe in place of the reason of the refusal.
 * @returns whether the request has ended, so that its connection may serve another one
 */
export async function discardRest(req: IncomingMessage, { bytes, ms }: Bounds): Promise<boolean> {
  if (req.destroyed) return false;
  let left = bytes;
  // A reader that has given up would hold the rest back.
  req.removeAllListeners('data');
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    req.once('end', resolve).once('close', resolve);
    req.on('data', (chunk: Buffer) => {
      left -= chunk.byteLength;
      if (left < 0) resolve();
    });
    req.resume();
  });
  clearTimeout(timer);
  return req.complete;
}
