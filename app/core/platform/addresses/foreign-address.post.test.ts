import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressError, postAddress } from './foreign-address.ts';

/** A name that looks public; its owner points it at this machine. */
const REBOUND = 'rebound.example.com';
vi.mock('node:dns', () => ({
  lookup: (name: string, _options: unknown, done: (...args: unknown[]) => void) =>
    name === REBOUND ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(new Error('ENOTFOUND')),
}));

let server: Server;
let port: number;
const seen: { method: string | undefined; body: string; length: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      seen.push({ method: request.method, body, length: request.headers['content-length'] });
      if (request.url === '/endless') {
        response.writeHead(200);
        const pour = setInterval(() => response.write('and so on '.repeat(1000)), 1);
        response.once('close', () => clearInterval(pour));
      } else if (request.url === '/on') response.writeHead(307, { location: '/' }).end();
      else if (request.url !== '/never') response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const post = (address: string, { trusted = [] as string[], signal = AbortSignal.timeout(60_000) } = {}) =>
  postAddress(address, { headers: { 'x-own': 'yes' }, body: '{"ü":1}', signal, trustedOrigins: trusted });

describe('postAddress to an origin that the operator allows', () => {
  const at = (path: string) =>
    post(`http://127.0.0.1:${port}${path}`, { trusted: [`http://127.0.0.1:${port}`] });

  it('posts and returns the response status', async () => {
    expect(await at('/')).toBe(204);
    expect(seen).toEqual([{ method: 'POST', body: '{"ü":1}', length: '8' }]);
  });

  it('follows no redirect and does not read an endless body', async () => {
    expect(await at('/on')).toBe(307);
    expect(await at('/endless')).toBe(200);
    expect(seen).toHaveLength(2);
  });

  it('stops when the signal is aborted', async () => {
    const leaving = new AbortController();
    const reason = new Error('we left');
    const asked = post(`http://127.0.0.1:${port}/never`, {
      trusted: [`http://127.0.0.1:${port}`],
      signal: leaving.signal,
    });
    await expect.poll(() => seen).toHaveLength(1);
    leaving.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });
});

describe('postAddress to a foreign origin', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'ftp://a.example/',
    '',
  ])('refuses an address in a private network: %s', async (address) => {
    const error: unknown = await post(address.replace('PORT', String(port))).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AddressError);
    expect((error as AddressError).isPassing).toBe(false);
    expect(seen).toEqual([]);
  });

  it('refuses a name that now resolves to a private address', async () => {
    await expect(post(`http://${REBOUND}:${port}/`)).rejects.toThrow(AddressError);
    expect(seen).toEqual([]);
  });
});
