import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 64 * 1024;

/** A body as text. @throws RangeError for one that is larger than any body of a payment page */
export async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new RangeError('a form without an end');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
