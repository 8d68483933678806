import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JsonResponse, type Answer } from '#app/http/response/written-response.ts';
import { fetchHandler, toRequest } from './fetch-handler.ts';
import { listenerOf } from './handlers.ts';
import { clientLimits, createHttpServer } from './http-server.ts';

type Route = (request: Request) => Promise<Answer>;

/** Starts an application on its own port. */
async function serve(
  answer: Route,
  { proxies = 0, graceMs }: { proxies?: number; graceMs?: number } = {},
): Promise<number> {
  const handler = fetchHandler((req) => answer(toRequest(req)), graceMs);
  const server = createHttpServer(listenerOf([handler], { proxies }), clientLimits(proxies));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('the route sees method, URL, headers and body unchanged', async () => {
  const port = await serve(async (asked) =>
    Response.json({
      method: asked.method,
      url: asked.url,
      many: asked.headers.get('accept-language'),
      body: await asked.text(),
    }),
  );
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/thing?a=1&b=%C3%BC',
    method: 'PUT',
    headers: { 'accept-language': ['ja', 'en'], 'x-forwarded-host': 'evil.example:99' },
  });
  sent.end('körper');
  const [answer] = await once(sent, 'response');
  expect(JSON.parse((await answer.toArray()).join(''))).toEqual({
    method: 'PUT',
    url: `http://127.0.0.1:${port}/thing?a=1&b=%C3%BC`,
    many: 'ja, en',
    body: 'körper',
  });
});

test('behind a trusted proxy the URL is the one that the caller requested', async () => {
  const port = await serve(async (asked) => Response.json(asked.url), { proxies: 1 });
  const headers = { 'x-forwarded-host': 'chat.example:8443', 'x-forwarded-proto': 'https' };
  const answer = await fetch(`http://127.0.0.1:${port}/thing`, { headers });
  expect(await answer.json()).toBe('https://chat.example:8443/thing');
});

test.each([
  [
    'as Fetch makes it',
    (data: unknown, cookies: string[]) => {
      const headers = cookies.map((cookie): [string, string] => ['set-cookie', cookie]);
      return Response.json(data, { status: 201, headers });
    },
  ],
  [
    'as our routes make it',
    (data: unknown, cookies: string[]) =>
      new JsonResponse(data, { status: 201, headers: { 'set-cookie': cookies } }),
  ],
])('JSON %s is sent whole with its length, and every cookie separately', async (_name, json) => {
  const port = await serve(async () => json({ said: 'grüße' }, ['a=1', 'b=2']));
  const answer = await fetch(`http://127.0.0.1:${port}/thing`);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength('{"said":"grüße"}')));
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ said: 'grüße' });
});

test('an answer without a body ends', async () => {
  const port = await serve(async () => new Response(null, { status: 204 }));
  const answer = await fetch(`http://127.0.0.1:${port}/thing`, { method: 'POST', body: 'x' });
  expect(answer.status).toBe(204);
});

describe('a request that is refused before it has arrived', () => {
  const refuse = () => serve(async () => Response.json({ why: 'too large' }, { status: 413 }));

  /** Uploads over a separate connection that reads no answer before it has sent everything. */
  async function upload(port: number, pieces: number): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answers += text));
    const piece = Buffer.alloc(64 * 1024, 'x');
    socket.write(
      `PUT /thing HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${pieces * piece.length}\r\n\r\n`,
    );
    for (let sent = 0; sent < pieces; sent += 1) {
      if (!socket.write(piece)) await once(socket, 'drain');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await once(socket, 'close');
    return answers;
  }

  test('is answered, though its caller reads nothing before everything is sent', async () => {
    expect(await upload(await refuse(), 300)).toMatch(/^HTTP\/1\.1 413 [^]+too large/);
  });

  test('leaves its connection usable for the next request', async () => {
    const port = await refuse();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const sockets = new Set<Socket>();
    for (const size of [5_000_000, 10]) {
      const sent = request({ port, host: '127.0.0.1', path: '/thing', method: 'PUT', agent });
      sent.on('socket', (socket) => sockets.add(socket));
      sent.end(Buffer.alloc(size, 'x'));
      const [answer] = await once(sent, 'response');
      expect(answer.statusCode).toBe(413);
      await answer.toArray();
    }
    expect(sockets.size).toBe(1);
  });

  test.each<[string, Route]>([
    ['as Fetch makes it', async () => new Response('<p>too large</p>', { status: 413 })],
    ['as our routes make it', async () => new JsonResponse({ why: 'too large' }, { status: 413 })],
    [
      'in the middle of its body',
      async ({ body }) => {
        const reader = body!.getReader();
        await reader.read();
        return new JsonResponse({ why: 'too large' }, { status: 413 });
      },
    ],
  ])('is answered %s while its caller keeps sending', async (_name, answer) => {
    const port = await serve(answer, { graceMs: 5 });
    async function* long() {
      for (let sent = 0; sent < 400; sent += 1) yield Buffer.alloc(64 * 1024, 'x');
    }
    const init = { method: 'POST', body: long(), duplex: 'half' } as unknown as RequestInit;
    const refused = await fetch(`http://127.0.0.1:${port}/thing`, init);
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('too large')]);
  });

  test("keeps its caller's connection open until everything is sent", async () => {
    const port = await serve(async () => new JsonResponse({ why: 'too large' }, { status: 413 }), {
      graceMs: 5,
    });
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    const faults: Error[] = [];
    socket.on('error', (error) => faults.push(error));
    const size = 8 * 1024 * 1024;
    socket.write(`PUT /thing HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`);
    const [head] = (await once(socket, 'data')) as [string];
    expect(head).toMatch(/^HTTP\/1\.1 413 [^]+connection: close[^]+too large/i);
    socket.write(Buffer.alloc(size, 'x'));
    await once(socket, 'close');
    expect(faults).toEqual([]);
  });

  test('is not read without limit', async () => {
    const port = await refuse();
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    // The server resets the connection during the upload; the test waits for that.
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    socket.write('PUT /thing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    let sent = 0;
    while (!socket.destroyed && sent < 2000) {
      sent += 1;
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    }
    await closed;
    expect(sent).toBeLessThan(2000);
  });
});
