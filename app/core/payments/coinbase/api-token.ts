import { createPrivateKey, randomBytes, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

/** A key of Coinbase's developer platform. */
export interface CoinbaseKey {
  id: string;
  /** As it was given out: Ed25519 as base64 of seed and public key, or ES256 as PEM, with `\n` for line breaks or real ones. */
  secret: string;
}

const LIFE_SECONDS = 120;
const SEED_BYTES = 32;

/**
 * The token that a single call of Coinbase's interface is made with.
 * @param call method and address of the call: the token is good for nothing else
 * @throws Error for a secret that is no key; what it holds is not repeated
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
