import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { readBytes } from '#app/http/body/read-body.ts';
import { JsonResponse } from '#app/http/response/written-response.ts';
import { fetchHandler } from './fetch-handler.ts';
import { listenerOf } from './handlers.ts';
import { clientLimits, createHttpServer } from './http-server.ts';
import { IncomingRequest } from './incoming-request.ts';

/** An application whose answers show the parsed requests. */
async function serve(answer: (request: ApiRequest) => Promise<unknown>): Promise<number> {
  const handler = fetchHandler((req) =>
    answer(new IncomingRequest(req)).then((data) => new JsonResponse(data)),
  );
  const server = createHttpServer(listenerOf([handler], { proxies: 0 }), clientLimits(0));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function answerOf(answer: IncomingMessage): Promise<unknown> {
  return JSON.parse((await answer.toArray()).join(''));
}

test('a route reads method, URL, headers and body unchanged', async () => {
  const port = await serve(async (asked) => ({
    method: asked.method,
    url: asked.url,
    many: asked.headers.get('Accept-Language'),
    none: asked.headers.get('authorization'),
    body: Buffer.from(await readBytes(asked, 1000)).toString(),
  }));
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/thing?a=1&b=%C3%BC',
    method: 'PUT',
    headers: { 'accept-language': ['ja', 'en'], 'x-forwarded-host': 'evil.example:99' },
  });
  sent.write('kör');
  setImmediate(() => sent.end('per'));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await answerOf(answer)).toEqual({
    method: 'PUT',
    url: `http://127.0.0.1:${port}/thing?a=1&b=%C3%BC`,
    many: 'ja, en',
    none: null,
    body: 'körper',
  });
});

const MAX_BYTES = 100_000;

/** Readers that refuse a body over MAX_BYTES midway; the answer is its size, or the code of the refusal. */
const READERS: Record<string, (asked: ApiRequest) => Promise<unknown>> = {
  'read at once': (asked) =>
    readBytes(asked, MAX_BYTES).then(
      (bytes) => bytes.byteLength,
      (error: { code: string }) => error.code,
    ),
  'read as a stream': async (asked) => {
    let bytes = 0;
    const parser = new Writable({
      write(piece: Buffer, _encoding, done) {
        bytes += piece.byteLength;
        done(bytes > MAX_BYTES ? new Error('too large') : null);
      },
    });
    return pipeline(
      Readable.from(asked.body as AsyncIterable<Uint8Array>, { objectMode: false }),
      parser,
    ).then(
      () => bytes,
      () => 'payload_too_large',
    );
  },
};

test.each(Object.keys(READERS))(
  'a body that is refused midway, %s, is still answered, and its connection serves the next request',
  async (name) => {
    const port = await serve(READERS[name]!);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const sockets = new Set<Socket>();
    for (const [size, expected] of [
      [3_000_000, 'payload_too_large'],
      [10, 10],
    ] as const) {
      // Without a length, so that the server learns the size only by reading.
      const headers = { 'transfer-encoding': 'chunked' };
      const sent = request({ port, host: '127.0.0.1', path: '/', method: 'POST', agent, headers });
      sent.on('socket', (socket) => sockets.add(socket));
      sent.end(Buffer.alloc(size, 'x'));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(await answerOf(answer)).toBe(expected);
    }
    expect(sockets.size).toBe(1);
  },
);
