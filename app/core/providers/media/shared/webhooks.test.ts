import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readBflWebhook } from '#app/core/providers/bfl/index.ts';
import { readFalWebhook } from '#app/core/providers/fal/webhook.ts';
import { readReplicateWebhook } from '#app/core/providers/replicate/index.ts';
import { readKeySet } from './webhooks.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const SECONDS = String(NOW / 1000);
const call = (headers: Record<string, string>, body: string) => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
});

describe('a webhook from Replicate', () => {
  const secret = `whsec_${Buffer.from('a key of thirty-two bytes, or so').toString('base64')}`;
  const body = '{"id":"p1","status":"succeeded"}';
  const signed = (text: string, at = SECONDS) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return createHmac('sha256', key).update(`w1.${at}.${text}`).digest('base64');
  };
  const headers = (signature: string, at = SECONDS) => ({
    'webhook-id': 'w1',
    'webhook-timestamp': at,
    'webhook-signature': signature,
  });
  const read = (given: Record<string, string>, text = body, key: string | undefined = secret) =>
    readReplicateWebhook(call(given, text), key, NOW);

  it('is trusted with its signature, even beside one with an older secret', () => {
    expect(read(headers(`v1,${signed(body)}`))).toEqual({ jobId: 'p1', isSigned: true });
    expect(read(headers(`v1,AAAA v1,${signed(body)}`)).isSigned).toBe(true);
  });

  it.each([
    ['without a signature', {}, body],
    ['with one over another body', headers(`v1,${signed('{}')}`), body],
    ['with one of another version', headers(`v2,${signed(body)}`), body],
    ['too old', headers(`v1,${signed(body, String(NOW / 1000 - 301))}`, String(NOW / 1000 - 301)), body],
    [
      'from the future',
      headers(`v1,${signed(body, String(NOW / 1000 + 301))}`, String(NOW / 1000 + 301)),
      body,
    ],
    ['with a time that is none', headers(`v1,${signed(body, 'x')}`, 'x'), body],
    ['with a name in another time', headers(`v1,${signed(body)}`, String(NOW / 1000 - 1)), body],
  ])('is only a hint %s', (_name, given: Record<string, string>, text) => {
    expect(read(given, text)).toEqual({ jobId: 'p1', isSigned: false });
  });

  it('is not trusted while the operator has set no secret', () => {
    expect(readReplicateWebhook(call(headers(`v1,${signed(body)}`), body), undefined, NOW).isSigned).toBe(
      false,
    );
    const empty = createHmac('sha256', '').update(`w1.${SECONDS}.${body}`).digest('base64');
    expect(read(headers(`v1,${empty}`), body, 'whsec_').isSigned).toBe(false);
  });

  it('is still trusted at exactly five minutes', () => {
    const at = String(NOW / 1000 - 300);
    expect(read(headers(`v1,${signed(body, at)}`, at)).isSigned).toBe(true);
  });
});

describe('a webhook from Black Forest Labs', () => {
  const body = '{"id":"b-1","status":"Ready"}';
  const signed = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

  it('is trusted with a signature by the order’s secret, else only a hint', () => {
    const read = (signature: string, secret: string | undefined) =>
      readBflWebhook(call({ 'x-bfl-signature': signature }, body), secret);
    expect(read(signed('secret'), 'secret')).toEqual({ jobId: 'b-1', isSigned: true });
    expect(read(signed('another'), 'secret')).toEqual({ jobId: 'b-1', isSigned: false });
    expect(read('sha256=00', 'secret').isSigned).toBe(false);
    expect(read(signed(''), undefined).isSigned).toBe(false);
    expect(read(signed(''), '').isSigned).toBe(false);
  });
});

describe('a webhook from fal', () => {
  const pair = generateKeyPairSync('ed25519');
  const other = generateKeyPairSync('ed25519');
  const jwk = (key: typeof pair.publicKey) => key.export({ format: 'jwk' });
  const keys = readKeySet({ keys: [{ kty: 'RSA', n: 'x' }, jwk(other.publicKey), jwk(pair.publicKey)] });
  const body = '{"request_id":"r1","status":"OK"}';
  const headersOf = (at = SECONDS, text = body, key = pair.privateKey) => {
    const digest = createHash('sha256').update(text).digest('hex');
    const signature = sign(null, Buffer.from(`q1\nu1\n${at}\n${digest}`), key).toString('hex');
    return {
      'x-fal-webhook-request-id': 'q1',
      'x-fal-webhook-user-id': 'u1',
      'x-fal-webhook-timestamp': at,
      'x-fal-webhook-signature': signature,
    };
  };
  const read = (headers: Record<string, string>) => readFalWebhook(call(headers, body), keys, NOW);

  it('is trusted with a signature by one of its keys', () => {
    expect(keys).toHaveLength(2);
    expect(read(headersOf())).toEqual({ jobId: 'r1', isSigned: true });
  });

  it.each([
    ['without headers', {}],
    ['with a signature over another body', headersOf(SECONDS, '{}')],
    ['by a key of a stranger', headersOf(SECONDS, body, generateKeyPairSync('ed25519').privateKey)],
    ['too old', headersOf(String(NOW / 1000 - 301))],
    ['with a signature that is too short', { ...headersOf(), 'x-fal-webhook-signature': 'abcd' }],
    ['of another user', { ...headersOf(), 'x-fal-webhook-user-id': 'u2' }],
  ])('is only a hint %s', (_name, headers: Record<string, string>) => {
    expect(read(headers)).toEqual({ jobId: 'r1', isSigned: false });
  });

  it('finds no keys in an invalid key set', () => {
    for (const json of [null, 'x', { keys: {} }, { keys: [null, { kty: 'OKP', crv: 'Ed25519', x: '!' }] }])
      expect(readKeySet(json)).toEqual([]);
  });
});

it('reads no job from a body without a valid job id', () => {
  for (const body of ['', '[]', '{"id":1}', '{"id":"a/../b"}', `{"id":"${'a'.repeat(129)}"}`])
    expect(readBflWebhook(call({}, body), 'secret')).toEqual({ jobId: null, isSigned: false });
});
