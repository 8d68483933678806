import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { coinbaseToken } from './checkout.ts';

const url = new URL('https://business.coinbase.com/api/v1/checkouts');
const call = { method: 'POST', url };
const id = 'organizations/1/apiKeys/2';

const edwards = generateKeyPairSync('ed25519');
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Seed and public key, as Coinbase issues a key of Ed25519. */
function edwardsSecret(): string {
  const { d, x } = edwards.privateKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')]).toString('base64');
}

const pem = curve.privateKey.export({ format: 'pem', type: 'sec1' }).toString();

it.each<[string, string, KeyObject, string]>([
  ['Ed25519', edwardsSecret(), edwards.publicKey, 'EdDSA'],
  ['ES256', pem, curve.publicKey, 'ES256'],
  ['ES256 in one line', pem.replaceAll('\n', '\\n'), curve.publicKey, 'ES256'],
])('signs with a key of %s a token for one call, valid for two minutes', async (_what, secret, key, alg) => {
  const token = await coinbaseToken({ id, secret }, call);
  const { payload, protectedHeader } = await jwtVerify(token, key, { issuer: 'cdp', subject: id });
  expect(protectedHeader).toMatchObject({ alg, kid: id, typ: 'JWT' });
  expect(protectedHeader['nonce']).toMatch(/^[0-9a-f]{32}$/);
  expect(payload['uris']).toEqual(['POST business.coinbase.com/api/v1/checkouts']);
  expect(payload.exp! - payload.nbf!).toBe(120);
});

it.each(['', 'not base64 of a key', Buffer.alloc(63).toString('base64'), '-----BEGIN EC PRIVATE KEY-----'])(
  'rejects an invalid secret, and does not repeat it: %j',
  async (secret) => {
    const error = await coinbaseToken({ id, secret }, call).catch((thrown: Error) => thrown);
    expect(String(error)).toBe('Error: COINBASE_API_KEY_SECRET is no key of Ed25519 or ES256');
  },
);
