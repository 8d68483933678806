import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startLogger } from '#app/core/platform/logger.ts';
import { sendText } from '#app/http/response/plain-answer.ts';
import { inFolder, inOrder, listenerOf, onPath, onRead, type Handler } from './handlers.ts';
import { clientLimits, createHttpServer } from './http-server.ts';

const lines: string[] = [];
startLogger('web', 'info', { write: (line) => void lines.push(line) });
beforeEach(() => {
  lines.length = 0;
});

/** Serves handlers. @returns the origin */
async function serve(handlers: Handler[], { proxies = 0, showErrors = false } = {}): Promise<string> {
  const listener = listenerOf(handlers, { proxies, showErrors });
  const server = createHttpServer(listener, clientLimits(proxies)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const textOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
const showUrl: Handler = (req, res) => sendText(res, 200, `${req.url} of ${req.originalUrl}`);

describe('handlers', () => {
  it('run in order until one answers, those of other paths and methods left out', async () => {
    const seen: string[] = [];
    const note =
      (name: string): Handler =>
      (_req, _res, next) => {
        seen.push(name);
        next();
      };
    const origin = await serve([
      note('first'),
      onPath(/^\/other$/, note('other path')),
      onRead(note('read')),
      inOrder([note('inner'), onPath(/^\/thing$/, inOrder([note('path')]))]),
      showUrl,
      note('too late'),
    ]);
    expect(await textOf(`${origin}/thing?a=/other`)).toBe('/thing?a=/other of /thing?a=/other');
    expect(seen).toEqual(['first', 'read', 'inner', 'path']);
    seen.length = 0;
    await fetch(`${origin}/`, { method: 'POST' });
    expect(seen).toEqual(['first', 'inner']);
  });

  it('of a folder see the path without it, later ones the whole path again', async () => {
    const pass = onPath(/^\/pass/, (_req, _res, next) => next());
    const answer = onPath(/^\/(?!pass)/, showUrl);
    const origin = await serve([inFolder(/^\/files(?=\/|$)/i, inOrder([pass, answer])), showUrl]);
    expect(await textOf(`${origin}/Files/a/b?c`)).toBe('/a/b?c of /Files/a/b?c');
    expect(await textOf(`${origin}/files?c`)).toBe('/?c of /files?c');
    expect(await textOf(`${origin}/files/pass`)).toBe('/files/pass of /files/pass');
    expect(await textOf(`${origin}/filesystem`)).toBe('/filesystem of /filesystem');
  });

  it('that leave a request to no other one answer 404', async () => {
    expect((await fetch(`${await serve([])}/thing`)).status).toBe(404);
  });
});

describe('the address of a caller', () => {
  const showCaller: Handler = (req, res) =>
    sendText(res, 200, `${req.clientAddress} ${req.scheme}://${req.host}`);
  const headers = {
    'x-forwarded-for': '203.0.113.1, 203.0.113.2',
    'x-forwarded-proto': 'https, http',
    'x-forwarded-host': 'chat.example, inner.example',
  };

  it.each([
    [1, '203.0.113.2 https://chat.example'],
    [2, '203.0.113.1 https://chat.example'],
    [9, '203.0.113.1 https://chat.example'],
  ])(
    'is the one before %i trusted proxies, its host and scheme those of the nearest',
    async (proxies, seen) => {
      expect(await textOf(await serve([showCaller], { proxies }), { headers })).toBe(seen);
    },
  );

  it('is that of the connection without a trusted proxy', async () => {
    const origin = await serve([showCaller]);
    expect(await textOf(origin, { headers })).toBe(`127.0.0.1 ${origin}`);
  });
});

describe('an error', () => {
  const identified: Handler = (req, _res, next) => {
    req.requestId = 'request-1';
    next();
  };
  const throws: Handler = () => {
    throw new Error('a secret of ours');
  };

  it.each<[string, Handler]>([
    ['thrown', throws],
    ['passed on', (_req, _res, next) => next(new Error('a secret of ours'))],
  ])('that is %s is answered without details, and logged with the id of its request', async (_how, fails) => {
    const answer = await fetch(await serve([identified, fails, showUrl]));
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).toContain('Internal Server Error');
    expect(text).not.toContain('secret');
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, requestId: 'request-1' });
    expect(lines[0]).toContain('a secret of ours');
  });

  it('is shown in development', async () => {
    const answer = await fetch(await serve([throws], { showErrors: true }));
    expect(await answer.text()).toContain('a secret of ours');
  });

  it('of the caller is answered with its status, and not logged', async () => {
    const origin = await serve([(_req, _res, next) => next(Object.assign(new Error('no'), { status: 400 }))]);
    expect((await fetch(origin)).status).toBe(400);
    expect((await fetch(origin)).status).toBe(400);
    expect(lines).toEqual([]);
  });

  it('after the headers closes the connection', async () => {
    const origin = await serve([
      (_req, res, next) => {
        res.write('begun');
        next(new Error('late'));
      },
    ]);
    await expect(textOf(origin)).rejects.toThrow(/terminated|fetch failed/);
  });
});

it('a text that the client has already is not sent again', async () => {
  const origin = await serve([(_req, res) => sendText(res, 200, 'text')]);
  const etag = (await fetch(origin)).headers.get('etag')!;
  const again = await fetch(origin, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text(), again.headers.get('content-type')]).toEqual([304, '', null]);
});
