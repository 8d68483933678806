import { createHash, createPrivateKey, randomBytes, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { toDollars } from '#app/contracts/money.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { CheckoutError } from '#app/core/payments/errors.ts';

const PATH = '/api/v1/checkouts';

const TIMEOUT_MS = 10_000;

const MAX_BYTES = 64 * 1024;

/** Milliseconds for which an unpaid checkout can still be paid. */
const LIFE_MS = 60 * 60 * 1000;

const answered = z.object({ id: z.string().min(1).max(200), url: z.string().max(2000) });

/** The amount, the payer's reference, and the return URLs of a checkout. */
interface CheckoutOrder {
  /** Without tax, in whole cents. */
  amountMicro: bigint;
  /** Our signed reference of the account. */
  reference: string;
  /** The same order id always means the same checkout. */
  orderId: string;
  description: string;
  successUrl: string;
  failUrl: string;
}

/** A key of Coinbase's developer platform. */
interface CoinbaseKey {
  id: string;
  /** As issued: Ed25519 as base64 of seed and public key, or ES256 as PEM with `\n` or real line breaks. */
  secret: string;
}

const LIFE_SECONDS = 120;

const SEED_BYTES = 32;

/**
 * Creates a checkout of Coinbase Business, which accepts one payment.
 * @returns the URL of its page
 * @throws CheckoutError
 */
export async function createCheckout(
  order: CheckoutOrder,
  { key, baseUrl }: { key: CoinbaseKey; baseUrl: string },
  now = new Date(),
): Promise<string> {
  const url = new URL(PATH, baseUrl);
  const token = await coinbaseToken(key, { method: 'POST', url }).catch((error: Error) => {
    throw new CheckoutError('refused', error.message);
  });
  const text = await post(url, {
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-idempotency-key': idempotencyKey(order),
    },
    body: JSON.stringify(bodyOf(order, now)),
  });
  return pageOf(text, url);
}

function bodyOf({ amountMicro, reference, description, successUrl, failUrl }: CheckoutOrder, now: Date) {
  const [whole, cents = ''] = toDollars(amountMicro).split('.');
  return {
    amount: `${whole}.${cents.padEnd(2, '0')}`,
    currency: 'USDC',
    network: 'base',
    description,
    expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
    successRedirectUrl: successUrl,
    failRedirectUrl: failUrl,
    metadata: { reference },
  };
}

/** A UUID of the order, payer and amount: a changed amount is another order, and payers never collide. */
function idempotencyKey({ orderId, reference, amountMicro }: CheckoutOrder): string {
  const hex = createHash('sha256').update(`${reference} ${orderId} ${amountMicro}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Sends the request and returns the answer, with a timeout and a max length. */
async function post(url: URL, init: { headers: Record<string, string>; body: string }): Promise<string> {
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...init });
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof CheckoutError) throw error;
    throw new CheckoutError('unreachable', (error as Error).name);
  }
  if (response.ok) return text;
  const isPassing = response.status >= 500 || response.status === 429;
  throw new CheckoutError(isPassing ? 'unreachable' : 'refused', `status ${response.status}`);
}

async function readBounded({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new CheckoutError('unreachable', 'an answer without an end');
    }
    pieces.push(read.value);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The page must be as safe as the service itself: no payer is sent from https to http, or to a script. */
function pageOf(text: string, service: URL): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CheckoutError('unreachable', 'no JSON');
  }
  const page = parseUrl(answered.safeParse(json).data?.url ?? '');
  if (page?.protocol === 'https:' || (page?.protocol === 'http:' && service.protocol === 'http:'))
    return page.href;
  throw new CheckoutError('unreachable', 'no page');
}

/**
 * The token for a single call of Coinbase's API.
 * @param call method and URL of the call: the token is valid for nothing else
 * @throws Error for a secret that is not a key; the message does not repeat it
 */
export async function coinbaseToken(
  { id, secret }: CoinbaseKey,
  { method, url }: { method: string; url: URL },
  now = new Date(),
): Promise<string> {
  const { key, alg } = readKey(secret);
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ uris: [`${method} ${url.host}${url.pathname}`] })
    .setProtectedHeader({ alg, kid: id, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
    .setIssuer('cdp')
    .setSubject(id)
    .setNotBefore(seconds)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFE_SECONDS)
    .sign(key);
}

function readKey(secret: string): { key: KeyObject; alg: 'EdDSA' | 'ES256' } {
  try {
    return secret.includes('-----BEGIN') ? readPem(secret) : readEdwards(secret);
  } catch {
    throw new Error('COINBASE_API_KEY_SECRET is no key of Ed25519 or ES256');
  }
}

function readPem(secret: string): { key: KeyObject; alg: 'EdDSA' | 'ES256' } {
  const key = createPrivateKey(secret.replaceAll('\\n', '\n'));
  return { key, alg: key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256' };
}

function readEdwards(secret: string): { key: KeyObject; alg: 'EdDSA' } {
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== 2 * SEED_BYTES) throw new RangeError('seed and public key have 64 bytes');
  const [d, x] = [bytes.subarray(0, SEED_BYTES), bytes.subarray(SEED_BYTES)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'OKP', crv: 'Ed25519', d, x } as const;
  return { key: createPrivateKey({ key: jwk, format: 'jwk' }), alg: 'EdDSA' };
}
