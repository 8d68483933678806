import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCheckout } from './checkout.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();
const key = { id: 'key-1', secret };
const order = {
  amountMicro: 20_500_000n,
  reference: 'acct_1_mac',
  orderId: 'order-1',
  description: 'Parlance',
  successUrl: 'https://app.example/balance?payment=made',
  failUrl: 'https://app.example/balance?payment=failed',
};

/** A service with the given answer. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Seen {
  url: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A service that records its requests and returns a checkout. */
async function recording(): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const baseUrl = await serve((request, response) => {
    let text = '';
    request.on('data', (bytes) => (text += String(bytes)));
    request.on('end', () => {
      seen.push({
        url: `${request.method} ${request.url}`,
        headers: request.headers,
        body: JSON.parse(text),
      });
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'a1', url: 'https://pay.example/a1', status: 'ACTIVE' }));
    });
  });
  return { baseUrl, seen };
}

describe('a checkout', () => {
  it('is requested with the amount, our reference and the return URLs', async () => {
    const { baseUrl, seen } = await recording();
    const page = await createCheckout(order, { key, baseUrl }, new Date('2026-01-01T00:00:00Z'));
    expect(page).toBe('https://pay.example/a1');
    const [{ url, headers, body }] = seen as [Seen];
    expect(url).toBe('POST /api/v1/checkouts');
    expect(headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(headers['x-idempotency-key']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(body).toEqual({
      amount: '20.50',
      currency: 'USDC',
      network: 'base',
      description: 'Parlance',
      expiresAt: '2026-01-01T01:00:00.000Z',
      successRedirectUrl: order.successUrl,
      failRedirectUrl: order.failUrl,
      metadata: { reference: 'acct_1_mac' },
    });
  });

  it('has the same key for the same order, and another for another amount, order or payer', async () => {
    const { baseUrl, seen } = await recording();
    const orders = [
      order,
      order,
      { ...order, amountMicro: 5_000_000n },
      { ...order, orderId: 'order-2' },
      { ...order, reference: 'acct_2_mac' },
    ];
    for (const one of orders) await createCheckout(one, { key, baseUrl });
    const keys = seen.map(({ headers }) => headers['x-idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(4);
    expect(seen.map(({ body }) => body['amount'])).toEqual(['20.50', '20.50', '5.00', '20.50', '20.50']);
  });
});

describe('no checkout', () => {
  const answering = (status: number, body: string) =>
    serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:1/' });
      response.end(body);
    });
  const page = (url: string) => JSON.stringify({ id: 'a1', url });

  it.each([
    ['a refusal', 401, '{"message":"no"}', 'refused'],
    ['a field that is refused', 400, '{}', 'refused'],
    ['too many calls', 429, '{}', 'unreachable'],
    ['a fault of theirs', 503, '<html>', 'unreachable'],
    ['a way elsewhere', 307, '', 'unreachable'],
    ['no JSON', 201, '<html>', 'unreachable'],
    ['no page', 201, '{"id":"a1"}', 'unreachable'],
    ['a page that is none', 201, page('javascript:alert(1)'), 'unreachable'],
    ['another kind of page', 201, page('ftp://pay.example/a1'), 'unreachable'],
    ['a body without an end', 201, 'x'.repeat(100_000), 'unreachable'],
  ])('is created after %s', async (_what, status, body, problem) => {
    const baseUrl = await answering(status, body);
    await expect(createCheckout(order, { key, baseUrl })).rejects.toMatchObject({ problem });
  });

  it('is created when the service does not answer', async () => {
    await expect(createCheckout(order, { key, baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      problem: 'unreachable',
    });
  });

  it('is created with an invalid secret, and the error does not repeat it', async () => {
    const baseUrl = await answering(201, page('https://pay.example'));
    const error = await createCheckout(order, { key: { id: 'k', secret: 'nonsense' }, baseUrl }).catch(
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ problem: 'refused' });
    expect(String(error)).not.toContain('nonsense');
  });
});
