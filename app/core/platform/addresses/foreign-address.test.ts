import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressError, openAddress } from './foreign-address.ts';

let server: Server;
let origin: string;
const seen: { path: string; key: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push({ path, key: request.headers['x-key'] as string | undefined });
    if (path === '/picture') return void response.end('a picture');
    if (path === '/gone') return void response.writeHead(404).end();
    if (path === '/busy') return void response.writeHead(503).end();
    if (path === '/again') return void response.writeHead(302, { location: '/picture' }).end();
    if (path === '/round') return void response.writeHead(302, { location: '/round' }).end();
    if (path === '/inside') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (path === '/metal') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    response.write('half', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const signal = new AbortController().signal;
const read = async (address: string, trustedOrigin?: string) => {
  const parts: Uint8Array[] = [];
  const content = await openAddress(address, { signal, trustedOrigin, headers: { 'x-key': 'secret' } });
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString();
};

describe('openAddress at the trusted origin', () => {
  it('reads the body and follows redirects within the origin', async () => {
    expect(await read(`${origin}/picture`, origin)).toBe('a picture');
    expect(await read(`${origin}/again`, origin)).toBe('a picture');
  });

  it.each(['/inside', '/metal'])('does not follow a redirect into a private network (%s)', async (path) => {
    await expect(read(`${origin}${path}`, origin)).rejects.toThrow(/public internet/);
  });

  it.each([
    ['/gone', false],
    ['/busy', true],
    ['/round', false],
  ])('tells for status %s whether a retry may help', async (path, isPassing) => {
    const error: unknown = await read(`${origin}${path}`, origin).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AddressError);
    expect((error as AddressError).isPassing).toBe(isPassing);
  });

  it('throws when the body is cut off', async () => {
    await expect(read(`${origin}/half`, origin)).rejects.toThrow(/aborted|terminated|ECONNRESET/);
  });
});

describe('openAddress at a foreign origin', () => {
  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://localhost/',
    'file:///etc/passwd',
    'x',
  ])('refuses an address that is not on the public internet: %s', async (address) => {
    await expect(read(address)).rejects.toBeInstanceOf(AddressError);
  });

  it('refuses a name that resolves to a private address', async () => {
    // The answer of most system resolvers for this name, without a network.
    await expect(read('http://localhost.localdomain.example.localhost/')).rejects.toBeInstanceOf(
      AddressError,
    );
  });
});

it('rejects with the reason of its signal', async () => {
  const stop = new AbortController();
  stop.abort(new Error('enough'));
  await expect(
    openAddress(`${origin}/picture`, { signal: stop.signal, trustedOrigin: origin }),
  ).rejects.toThrow('enough');
});

it('sends the headers only to the first origin', () => {
  expect(seen.filter(({ path }) => path === '/picture').map(({ key }) => key)).toEqual(['secret', 'secret']);
});
