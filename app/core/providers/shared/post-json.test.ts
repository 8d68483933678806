import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';
import { readBounded } from './answer.ts';
import { postJson, wireJson } from './post-json.ts';

/** More connections to one address than Node's own agent would open at once. */
const STREAMS = IS_FULL ? 1000 : 100;

let server: Server | undefined;
let connections = 0;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function serve(listener: RequestListener): Promise<URL> {
  connections = 0;
  server = createServer(listener).on('connection', () => (connections += 1));
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve);
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x?y=1`);
}

const post = (url: URL, signal = new AbortController().signal) =>
  postJson(url, { headers: { 'x-key': 'k' }, json: { say: 'Köln' }, signal });

describe('postJson', () => {
  it('sends the JSON, and returns the answer before its body has arrived', async () => {
    let received = '';
    const url = await serve((request, response) => {
      request.on('data', (piece: Buffer) => (received += piece.toString()));
      request.on('end', () => {
        response.writeHead(201, { 'x-url': request.url, 'x-key': request.headers['x-key'] });
        response.flushHeaders();
      });
    });
    const { status, headers, body } = await post(url);
    expect({ status, key: headers['x-key'], url: headers['x-url'], received }).toEqual({
      status: 201,
      key: 'k',
      url: '/v1/x?y=1',
      received: '{"say":"Köln"}',
    });
    body.hangUp();
    expect(await body.next()).toBeNull();
  });

  it('opens one connection per concurrent stream, and reuses them', async () => {
    const open: (() => void)[] = [];
    const url = await serve((request, response) => {
      request.resume();
      response.write('a');
      open.push(() => response.end('b'));
    });
    for (const round of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: STREAMS }, () => post(url)));
      expect(open).toHaveLength(STREAMS);
      for (const end of open.splice(0)) end();
      const texts = await Promise.all(answers.map(({ body }) => readBounded(body, 100)));
      expect(new Set(texts)).toEqual(new Set(['ab']));
      expect({ round, connections }).toEqual({ round, connections: STREAMS });
    }
  });

  it('does not follow a redirect, so the key is not sent there', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await post(url)).status).toBe(307);
  });

  it('distinguishes a broken body from a complete one', async () => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.socket?.end());
    });
    const { body } = await post(url);
    await expect(readBounded(body, 1000)).rejects.toThrow('aborted');
  });

  it('closes the connection when its signal aborts, before the headers and after', async () => {
    const gone: string[] = [];
    const url = await serve((request, response) => {
      request.resume();
      const when = String(gone.length);
      request.socket.once('close', () => gone.push(when));
      if (when === '1') response.write('a');
    });
    const early = new AbortController();
    const waiting = post(url, early.signal);
    await expect.poll(() => connections).toBe(1);
    early.abort();
    await expect(waiting).rejects.toThrow('abort');
    await expect.poll(() => gone).toEqual(['0']);
    const late = new AbortController();
    const { body } = await post(url, late.signal);
    await body.next();
    late.abort();
    await expect(body.next()).rejects.toThrow('aborted');
    await expect.poll(() => gone).toEqual(['0', '1']);
  });
});

it('sends half of a surrogate pair as U+FFFD, and pairs and backslashes unchanged', () => {
  const text = 'a\ud83d \udc00b \\ud83d \ud83d\ude00 \n';
  expect(JSON.parse(wireJson({ text }))).toEqual({ text: 'a\ufffd \ufffdb \\ud83d \ud83d\ude00 \n' });
});
