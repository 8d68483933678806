import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StripeEvent } from '#app/sandbox/payments/stripe-wire.ts';
import { refused, type StripeRequest } from './answers.ts';
import { readRequest } from './read-request.ts';
import { StripeApi } from './stripe-api.ts';

/**
 * Faults of one request: an error that Stripe remembers under its key, before or after it has done the work;
 * an error before the request was begun; a lost answer; a call that waits.
 */
export type StripeFault =
  | { kind: 'error-before' | 'error-after' | 'busy' | 'lost' }
  | { kind: 'meanwhile'; work: () => Promise<unknown> };

/** Stripe's API, listening on loopback. */
export interface RunningStripeApi {
  origin: string;
  api: StripeApi;
  /** Every event that Stripe would post, in order. */
  events: StripeEvent[];
  /** The requests, `<method> <path>`. */
  asked: string[];
  /** Applies to the next requests of this path, one fault each. */
  failNext: (path: string, ...faults: StripeFault[]) => void;
  close: () => Promise<void>;
}

/** @param onEvent gets each event before its request is answered */
export async function startStripeApi(
  key: string,
  onEvent: (event: StripeEvent) => Promise<unknown> | void = () => undefined,
): Promise<RunningStripeApi> {
  const events: StripeEvent[] = [];
  const asked: string[] = [];
  const faults = new Map<string, StripeFault[]>();
  let telling: unknown = null;
  const api = new StripeApi({
    key,
    onEvent(event) {
      events.push(event);
      telling = onEvent(event);
    },
  });
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await readRequest(request);
    asked.push(`${one.method} ${one.path}`);
    const fault = faults.get(one.path)?.shift();
    const { status, body } = await answerOf(one, { fault, authorization: request.headers.authorization });
    await telling;
    if (fault?.kind === 'meanwhile') await fault.work();
    if (fault?.kind === 'lost') return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  async function answerOf(
    one: StripeRequest,
    { fault, authorization }: { fault: StripeFault | undefined; authorization: string | undefined },
  ) {
    const broken = refused(500, { type: 'api_error' });
    if (fault?.kind === 'busy') return refused(429, { type: 'rate_limit_error', code: 'rate_limit' });
    if (fault?.kind === 'error-before') return api.keys.answer(one, () => Promise.resolve(broken));
    if (fault?.kind !== 'error-after') return api.answer(one, authorization);
    return api.keys.answer(one, async () => {
      await api.answer({ ...one, idempotencyKey: null }, authorization);
      return broken;
    });
  }

  return {
    origin: api.origin,
    api,
    events,
    asked,
    failNext: (path, ...more) => faults.set(path, [...(faults.get(path) ?? []), ...more]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
