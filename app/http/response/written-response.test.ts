import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { drainedOf, writePiece } from './written-response.ts';

/** A server on loopback. @returns its port */
async function serve(answer: (req: IncomingMessage, res: ServerResponse) => unknown): Promise<number> {
  const server = createServer((req, res) => void answer(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Returns everything that the server answers to these bytes, until it closes the connection. */
async function talk(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return (await socket.setEncoding('utf8').toArray()).join('');
}

async function get(port: number): Promise<IncomingMessage> {
  const asking = request({ port, host: '127.0.0.1' }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return answer.setEncoding('utf8');
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const PIECES = ['plain', '', 'grüße, 你好 and 😀', 'x'.repeat(70_000), '\r\n0\r\n\r\n', 'end'];

async function writeAll(res: ServerResponse): Promise<void> {
  for (const piece of PIECES) {
    writePiece(res, piece);
    await drainedOf(res);
    await turn();
  }
  res.end();
}

it('writes pieces unchanged as they arrive, and an empty one does not end the body', async () => {
  const port = await serve((_, res) => writeAll(res));
  const answer = await get(port);
  expect(answer.headers['transfer-encoding']).toBe('chunked');
  expect((await answer.toArray()).join('')).toBe(PIECES.join(''));
});

it('writes pieces of one moment in their order', async () => {
  const port = await serve((_, res) => {
    for (const piece of PIECES) writePiece(res, piece);
    res.end('last');
  });
  expect((await (await get(port)).toArray()).join('')).toBe(`${PIECES.join('')}last`);
});

it('writes no chunk frames for a reader that does not support them', async () => {
  const port = await serve((_, res) => writeAll(res));
  const said = await talk(port, 'GET / HTTP/1.0\r\n\r\n');
  expect(said.slice(said.indexOf('\r\n\r\n') + 4)).toBe(PIECES.join(''));
});

it('waits for its turn on a connection that still answers an earlier request', async () => {
  let answered = 0;
  let endFirst: () => void = () => undefined;
  const isSecond = new Promise<void>((resolve) => (endFirst = resolve));
  const port = await serve(async ({ url }, res) => {
    if (url === '/first') {
      writePiece(res, 'one ');
      await isSecond;
      writePiece(res, 'two ');
      return res.end();
    }
    writePiece(res, 'three ');
    await turn();
    writePiece(res, 'four ');
    res.end();
    answered += 1;
    endFirst();
  });
  const head = 'host: here\r\n\r\n';
  const said = await talk(
    port,
    `GET /first HTTP/1.1\r\n${head}GET /second HTTP/1.1\r\nconnection: close\r\n${head}`,
  );
  expect(answered).toBe(1);
  expect(said.match(/one|two|three|four/g)).toEqual(['one', 'two', 'three', 'four']);
  expect(said.match(/^HTTP/gm)).toHaveLength(2);
  expect(said.endsWith('0\r\n\r\n')).toBe(true);
});

it('neither waits nor fails after the reader has left', async () => {
  let written = 0;
  const port = await serve(async (_, res) => {
    writePiece(res, 'one');
    await once(res, 'close');
    for (; written < 100; written += 1) {
      writePiece(res, 'more'.repeat(10_000));
      await drainedOf(res);
    }
    res.end();
  });
  const answer = await get(port);
  answer.on('error', () => undefined);
  await once(answer, 'data');
  answer.destroy();
  await expect.poll(() => written).toBe(100);
});
