import type { IncomingMessage } from 'node:http';
import { readText } from '#app/sandbox/payments/read-text.ts';
import type { StripeRequest } from './answers.ts';

/** A request as Stripe's package sends it: its fields in the address, or in a form. */
export async function readRequest(request: IncomingMessage): Promise<StripeRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
  const form = new URLSearchParams(await readText(request));
  const key = request.headers['idempotency-key'];
  return {
    method: request.method ?? 'GET',
    path: pathname,
    fields: new URLSearchParams([...searchParams, ...form]),
    idempotencyKey: typeof key === 'string' ? key : null,
  };
}
