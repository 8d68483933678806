import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ACCOUNT,
  CLIENT,
  startTokenServer,
  type TokenServer,
} from '#tests/doubles/tokens/start-token-server.ts';
import { accessToken, forgetToken } from './access-token.ts';
import type { ClientGrant, ServiceAccountGrant } from '#app/core/providers/contract.ts';

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

describe('access tokens', () => {
  it('are issued for a signed service account assertion and for a client secret', async () => {
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    expect(await accessToken(client(), signal)).toBe('ya29.token-2');
  });

  it('are fetched once for concurrent callers, and cached for later ones', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => accessToken(account(), new AbortController().signal)),
    );
    expect(new Set(all)).toEqual(new Set(['ya29.token-1']));
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    expect(server.asked()).toBe(1);
  });

  it('are renewed before they expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await accessToken(account(), signal);
    vi.advanceTimersByTime(3_500_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    vi.advanceTimersByTime(60_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-2');
  });

  it('with a short lifetime are reused for half of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server.answerWith({ status: 200, body: '', lifetime: 30 });
    await accessToken(account(), signal);
    vi.advanceTimersByTime(14_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-1');
    vi.advanceTimersByTime(2_000);
    expect(await accessToken(account(), signal)).toBe('ya29.token-2');
  });

  it('differ by account, and are replaced after a refusal', async () => {
    await accessToken(client(), signal);
    await expect(accessToken(client({ clientSecret: 'another' }), signal)).rejects.toThrow('Invalid client');
    await forgetToken(client(), 'ya29.another');
    expect(await accessToken(client(), signal)).toBe('ya29.token-1');
    await forgetToken(client(), 'ya29.token-1');
    expect(await accessToken(client(), signal)).toBe('ya29.token-2');
  });

  it('are still fetched for the other callers when one of them aborts', async () => {
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

describe('a failed token exchange', () => {
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
  ])('is classified and not cached: %s', async (_what, status, body, expected) => {
    server.answerWith({ status, body });
    await expect(accessToken(account(), signal)).rejects.toMatchObject(expected);
    server.answerWith(null);
    expect(await accessToken(account(), signal)).toMatch(/^ya29/);
  });

  it('is an outage if no server listens at the address', async () => {
    const gone = client({ tokenUrl: 'http://127.0.0.1:9/token' });
    await expect(accessToken(gone, signal)).rejects.toMatchObject({
      code: 'provider_unavailable',
      retryable: true,
    });
  });

  it('is an invalid key if the private key is foreign or malformed', async () => {
    const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = strange.export({ type: 'pkcs8', format: 'pem' }).toString();
    const other = accessToken(account({ privateKey: pem }), signal);
    await expect(other).rejects.toMatchObject({ code: 'invalid_api_key' });
    const none = accessToken(account({ privateKey: 'no key' }), signal);
    await expect(none).rejects.toMatchObject({ code: 'invalid_api_key', retryable: false });
  });

  it('does not repeat the secret', async () => {
    const secret = 'another-secret-canary';
    const failure = await accessToken(client({ clientSecret: secret }), signal).catch(
      (error: Error) => error,
    );
    expect(String(failure)).toContain('Invalid client secret provided: [key].');
    expect(JSON.stringify(failure)).not.toContain(secret);
  });
});
