import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { createAccountWithPassword } from '#tests/factories/create-account.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';

const named = useApiBeside({
  ALLOWED_HOSTS: 'parlance.lan, 192.168.1.20',
  APP_URL: 'http://chat.example:8080',
  PROVIDER_WEBHOOK_URL: 'https://tunnel.example',
});
const proxied = useApiBeside({ TRUST_PROXY: '1' });
const local = useApi({ ALLOWED_HOSTS: 'parlance.lan', LIMIT_RESETS: '0' });

interface RequestFacts {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  from?: typeof named;
}

/** Fetch does not allow setting Host. */
function ask(
  host: string,
  { path = '/api/config', method = 'GET', headers = {}, body, from = named }: RequestFacts = {},
) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(from.origin() + path, { method, headers: { ...headers, host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('a host', () => {
  it.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost.:3000',
    'app.localhost',
    '127.0.0.1:1',
    '[::1]:3000',
    'chat.example',
    'chat.example:8080',
    'parlance.lan',
    'Parlance.LAN:9',
    '192.168.1.20:3000',
    'tunnel.example',
  ])('%s is accepted', async (host) => {
    expect((await ask(host)).status).toBe(200);
  });

  it.each([
    'evil.example',
    'chat.example.evil.test',
    'localhost@evil.test',
    'evil.test#localhost',
    '127.0.0.1.evil.test',
    '192.168.1.21',
    'notlocalhost',
    '[::2]',
    'localhost/x',
    // Similar to ours, but no valid address.
    'localhost:99999',
    '127.999.1.1',
    'local host',
    '[',
  ])('%s is refused, with the setting to set', async (host) => {
    for (const path of ['/login', '/api/config']) {
      const { status, body } = await ask(host, { path });
      expect([path, status]).toEqual([path, 421]);
      expect(body).toContain('ALLOWED_HOSTS');
    }
  });

  it('in an encoding without a meaning is accepted if this release of Node can make an address of it', async () => {
    const host = 'xn--.localhost';
    const { status } = await ask(host);
    expect(status).toBe(parseUrl(`http://${host}`) === null ? 421 : 200);
  });

  it('is checked on every path but the probes, and refused in the form of the API there', async () => {
    for (const path of ['/', '/assets/x.js', '/api/events', '/api/v1/models', '/nothing'])
      expect({ path, ...(await ask('evil.test', { path })) }).toMatchObject({ path, status: 421 });
    const { body } = await ask('evil.test', { path: '/api/v1/models' });
    expect(JSON.parse(body)).toMatchObject({
      error: { code: 'unknown_host', type: 'invalid_request_error' },
    });
    expect((await ask('10.0.0.7:3000', { path: '/healthz' })).status).toBe(200);
    expect((await ask('10.0.0.7:3000', { path: '/readyz' })).status).not.toBe(421);
  });

  it('is the proxy’s value if the proxy is trusted, and only then', async () => {
    const lying = { 'x-forwarded-host': 'localhost' };
    const foreign = { 'x-forwarded-host': 'evil.test' };
    expect((await ask('evil.test', { headers: lying })).status).toBe(421);
    expect((await ask('localhost', { headers: foreign })).status).toBe(200);
    expect((await ask('inner.test', { headers: lying, from: proxied })).status).toBe(200);
    expect((await ask('localhost', { headers: foreign, from: proxied })).status).toBe(421);
    const broken = { 'x-forwarded-host': 'localhost:99999', 'x-forwarded-proto': 'no scheme' };
    expect((await ask('localhost', { headers: broken, from: proxied })).status).toBe(421);
    expect(
      (await ask('localhost', { headers: { 'x-forwarded-proto': 'no scheme' }, from: proxied })).status,
    ).toBe(200);
  });
});

describe('the link for a new password on the page', () => {
  async function reset(host: string, headers: Record<string, string> = {}, from = local) {
    const { email } = await createAccountWithPassword();
    const { status, body } = await ask(host, {
      path: '/api/auth/requestPasswordReset',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email }),
      from,
    });
    expect(status).toBe(200);
    return (JSON.parse(body) as { link?: string }).link;
  }

  it('is shown to a client on this machine', async () => {
    expect(await reset('127.0.0.1')).toContain('/reset-password?token=');
    expect(await reset('localhost:3000')).toContain('/reset-password?token=');
  });

  it.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP'])(
    'is not shown to a client that was forwarded by a proxy that says %s',
    async (name) => {
      expect(await reset('localhost', { [name]: '127.0.0.1' })).toBeUndefined();
    },
  );

  it('is not shown under another host name', async () => {
    expect(await reset('parlance.lan')).toBeUndefined();
  });

  it('is not shown if the application is reachable from outside', async () => {
    expect(await reset('127.0.0.1', {}, named)).toBeUndefined();
  });
});
