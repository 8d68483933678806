import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { listenerOf, onPath, type Handler } from './handlers.ts';
import { boundConnections, boundRequests, clientLimits, createHttpServer } from './http-server.ts';

async function serve(server: Server | ReturnType<typeof createHttpServer>): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const ASK = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

it('an address has a limited number of connections, and one becomes free when one closes', async () => {
  const server = createServer((_req, res) => void res.end('answered'));
  boundConnections(server, 2);
  const port = await serve(server);
  const [first, second] = [await open(port), await open(port)];
  const refused = await text(await open(port));
  expect(refused).toMatch(/^HTTP\/1\.1 429 [^]+retry-after: 5[^]+Too many connections/);
  first.destroy();
  await expect
    .poll(async () => {
      const next = await open(port);
      next.write(ASK);
      const [head] = (await once(next, 'data')) as [Buffer];
      next.destroy();
      return head.toString('latin1', 0, 12);
    })
    .toBe('HTTP/1.1 200');
  second.write(ASK);
  expect(String(await once(second, 'data'))).toContain('answered');
});

it('behind a proxy an address has a limited number of requests, over any connections', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const handlers: Handler[] = [
    boundRequests(1),
    onPath(/^\/held$/, (_req, res) => void held.then(() => res.end('held'))),
    (_req, res) => void res.end('answered'),
  ];
  const server = createHttpServer(listenerOf(handlers, { proxies: 1 }), clientLimits(1));
  const origin = `http://127.0.0.1:${await serve(server)}`;
  const ask = (path: string, address: string) =>
    fetch(origin + path, { headers: { 'x-forwarded-for': `198.51.100.1, ${address}` } });
  const first = ask('/held', '203.0.113.9');
  await expect.poll(async () => (await ask('/', '203.0.113.9')).status).toBe(429);
  expect((await ask('/', '203.0.113.10')).status).toBe(200);
  release();
  expect((await first).status).toBe(200);
  await expect.poll(async () => (await ask('/', '203.0.113.9')).status).toBe(200);
});

it('0 means no limit', async () => {
  const server = createServer((_req, res) => void res.end('answered'));
  boundConnections(server, 0);
  const port = await serve(server);
  const sockets = await Promise.all(Array.from({ length: 20 }, () => open(port)));
  sockets.at(-1)!.write(ASK);
  expect(String(await once(sockets.at(-1)!, 'data'))).toContain('answered');
});
