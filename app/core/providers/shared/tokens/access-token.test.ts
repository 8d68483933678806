import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ACCOUNT,
  CLIENT,
  startTokenServer,
  type TokenServer,
} from '#tests/doubles/tokens/start-token-server.ts';
import { accessToken, forgetToken } from './access-token.ts';
import type { ClientGrant, ServiceAccountGrant } from './grant.ts';

let server: TokenServer;
beforeEach(async () => {
  server = await startTokenServer();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const account = (more: Partial<ServiceAccountGrant> = {}): ServiceAccountGrant => ({
  kind: 'service-account',
  email: ACCOUNT.client_email,
  privateKey: ACCOUNT.private_key,
  privateKeyId: ACCOUNT.private_key_id,
  tokenUrl: server.url,
  scope: 'https://www.googleapis.com/auth/cloud-platform',
  ...more,
});
const client = (more: Partial<ClientGrant> = {}): ClientGrant => ({
  kind: 'client',
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  tokenUrl: server.url,
  scope: 'https://cognitiveservices.azure.com/.default',
  ...more,
});
const { signal } = new AbortController();

describe('an access token', () => {
  it('is given out for a statement that the private key has signed, and for the secret of an application', async () => {
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    expect(await accessToken(client(), signal)).toBe('ya29.token-2');
  });

  it('is fetched once for all who ask at the same time, and kept for those who ask later', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => accessToken(account(), new AbortController().signal)),
    );
    expect(new Set(all)).toEqual(new Set(['ya29.token-1']));
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    expect(server.asked()).toBe(1);
  });

  it('is renewed before its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await accessToken(account(), signal);
    vi.advanceTimersByTime(3_500_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    vi.advanceTimersByTime(60_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-2');
  });

  it('that holds for a moment only is not asked for again within half of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server.answerWith({ status: 200, body: '', lifetime: 30 });
    await accessToken(account(), signal);
    vi.advanceTimersByTime(14_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    vi.advanceTimersByTime(2_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-2');
  });

  it('is another for another account, and after it was refused', async () => {
    await accessToken(client(), signal);
    await expect(accessToken(client({ clientSecret: 'another' }), signal)).rejects.toThrow('Invalid client');
    await forgetToken(client(), 'ya29.another');
    expect(await accessToken(client(), signal)).toBe('ya29.token-1');
    await forgetToken(client(), 'ya29.token-1');
    expect(await accessToken(client(), signal)).toBe('ya29.token-2');
  });

  it('goes on being fetched for the others when one of them leaves', async () => {
    let answer = () => {};
    const after = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.answerWith({ status: 200, body: '', after, lifetime: 3600 });
    const leaving = new AbortController();
    const first = accessToken(account(), leaving.signal);
    const second = accessToken(account(), signal);
    leaving.abort(new Error('we left'));
    await expect(first).rejects.toThrow('we left');
    answer();
    expect(await second).toBe('ya29.token-1');
    await expect(accessToken(account(), leaving.signal)).rejects.toThrow('we left');
  });
});

describe('a failure of the exchange', () => {
  it.each<[string, number, string, object]>([
    [
      'a key that is not known',
      400,
      '{"error":"invalid_grant"}',
      { code: 'invalid_api_key', retryable: false },
    ],
    ['a request without a name', 400, 'Bad', { code: 'invalid_api_key', retryable: false }],
    ['an address that is another', 404, '<html>', { code: 'provider_unavailable', retryable: false }],
    ['too much', 429, '{}', { code: 'provider_rate_limited', retryable: true }],
    ['an outage', 503, 'busy', { code: 'provider_unavailable', retryable: true }],
    [
      'an outage with a name',
      400,
      '{"error":"temporarily_unavailable"}',
      { code: 'provider_unavailable', retryable: true },
    ],
    ['no token', 200, '{"token_type":"Bearer"}', { code: 'provider_malformed' }],
    ['a token of two lines', 200, '{"access_token":"a\\r\\nx: y"}', { code: 'provider_malformed' }],
    ['a page', 200, '<html>secret</html>', { code: 'provider_malformed' }],
    ['a redirect', 302, '', { code: 'provider_unavailable', retryable: false }],
  ])('by %s is told apart, and is not kept', async (_what, status, body, expected) => {
    server.answerWith({ status, body });
    await expect(accessToken(account(), signal)).rejects.toMatchObject(expected);
    server.answerWith(null);
    expect(await accessToken(account(), signal)).toMatch(/^ya29/);
  });

  it('by nobody at the address is an outage', async () => {
    const gone = client({ tokenUrl: 'http://127.0.0.1:9/token' });
    await expect(accessToken(gone, signal)).rejects.toMatchObject({
      code: 'provider_unavailable',
      retryable: true,
    });
  });

  it('by a private key that is another’s, or none, is one of the key', async () => {
    const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = strange.export({ type: 'pkcs8', format: 'pem' }).toString();
    const other = accessToken(account({ privateKey: pem }), signal);
    await expect(other).rejects.toMatchObject({ code: 'invalid_api_key' });
    const none = accessToken(account({ privateKey: 'no key' }), signal);
    await expect(none).rejects.toMatchObject({ code: 'invalid_api_key', retryable: false });
  });

  it('does not say the secret back', async () => {
    const secret = 'another-secret-canary';
    const failure = await accessToken(client({ clientSecret: secret }), signal).catch(
      (error: Error) => error,
    );
    expect(String(failure)).toContain('Invalid client secret provided: [key].');
    expect(JSON.stringify(failure)).not.toContain(secret);
  });
});
