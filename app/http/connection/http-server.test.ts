import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenerOf, onPath, type Handler } from './handlers.ts';
import { createHttpServer } from './http-server.ts';

// Long enough for a busy machine to send and read 8 MB without a pause.
const LIMITS = { headersMs: 200, pauseMs: 600, idleMs: 75_000 };

let server: ReturnType<typeof createHttpServer>;
let release: () => void;
/** Number of body bytes that were read. */
let read: number;

beforeEach(async () => {
  read = 0;
  const held = new Promise<void>((resolve) => (release = resolve));
  const handlers: Handler[] = [
    onPath(/^\/read$/, (req, res) => {
      req.on('error', () => undefined);
      req.on('data', (piece: Buffer) => (read += piece.length));
      req.on('end', () => res.end('all of it'));
    }),
    // Waits before it reads the body.
    onPath(/^\/wait$/, (req, res) => {
      const answer = async () => {
        await held;
        for await (const piece of req) read += (piece as Buffer).length;
        res.end('all of it');
      };
      void answer();
    }),
    (_req, res) => void held.then(() => res.end('late')),
  ];
  server = createHttpServer(listenerOf(handlers, { proxies: 0 }), LIMITS).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open(...lines: string[]): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(lines.join('\r\n'));
  return socket;
}

const post = (path: string, length: number) =>
  open(`POST ${path} HTTP/1.1`, 'host: a', 'connection: close', `content-length: ${length}`, '', '');

describe('a slow client', () => {
  it('gets 408 and is disconnected if its headers are slow', async () => {
    expect(await text(open('GET / HTTP/1.1', 'host: a', 'x-more: '))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is disconnected without an answer if it sends nothing', async () => {
    expect(await text(open())).toBe('');
  });

  it('gets 408 and is disconnected if its body stops', async () => {
    const socket = post('/read', 10);
    socket.write('half');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    expect(read).toBe(4);
  });
});

describe('a request that cannot be read', () => {
  it('gets 431 with words if its address is too long, and 400 if it is none', async () => {
    // A long address is read, and one that is longer is refused.
    release();
    const get = (length: number) =>
      text(open(`GET /${'a'.repeat(length)} HTTP/1.1`, 'host: a', 'connection: close', '', ''));
    expect(await get(60_000)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await get(66_000)).toMatch(/^HTTP\/1\.1 431 [\s\S]*too long/);
    expect(await text(open('no request', '', ''))).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a client that is not slow', () => {
  it('may wait for its answer longer than for its body', async () => {
    const socket = post('/wait', 4);
    socket.write('body');
    const answer = text(socket);
    // Another client is disconnected meanwhile, which proves that the time limit has passed.
    await text(post('/read', 4));
    release();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*all of it$/);
  });

  it('may send more than the server reads while it waits for its turn', async () => {
    const size = 8 * 1024 * 1024;
    const socket = post('/wait', size);
    socket.write(Buffer.alloc(size));
    const answer = text(socket);
    await text(post('/read', 4));
    release();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*all of it$/);
    expect(read).toBe(size);
  });

  it('may wait for an answer without a body', async () => {
    const answer = text(open('GET / HTTP/1.1', 'host: a', 'connection: close', '', ''));
    await text(post('/read', 4));
    release();
    expect(await answer).toMatch(/late$/);
  });
});
