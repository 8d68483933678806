import type { IncomingMessage } from 'node:http';
import type { Asked } from './answers.ts';

const MOST_BYTES = 64 * 1024;

/** A request as Stripe's package sends it: its fields in the address, or in a form. */
export async function readAsked(request: IncomingMessage): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) throw new RangeError('a form without an end');
    parts.push(part);
  }
  const key = request.headers['idempotency-key'];
  return {
    method: request.method ?? 'GET',
    path: pathname,
    fields: new URLSearchParams([
      ...searchParams,
      ...new URLSearchParams(Buffer.concat(parts).toString('utf8')),
    ]),
    idempotencyKey: typeof key === 'string' ? key : null,
  };
}
