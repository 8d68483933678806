import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { openSocket } from './socket.ts';

const server = createServer();
const hub = new WebSocketServer({ server });

/** Starts the server. @returns its address */
async function listen(): Promise<URL> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

afterEach(async () => {
  vi.useRealTimers();
  for (const client of hub.clients) client.terminate();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

it('asks after the handshake, sends pings, and reports the start of the answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const url = await listen();
  const heard: string[] = [];
  const onAccepted = vi.fn<() => void>();
  hub.on('connection', (one) => {
    one.on('message', (data: Buffer) => {
      heard.push(data.toString('utf8'));
      if (heard.length === 1) one.send('{}\u001E');
      if (heard.length === 3) one.send('{"type":6}\u001E');
    });
  });
  const { signal } = new AbortController();
  const opened = await openSocket(url, { headers: {}, question: { type: 4 }, signal, onAccepted });
  if (!('body' in opened)) throw new Error('refused');
  expect(Buffer.from((await opened.body.next())!).toString()).toBe('{}\u001E');
  expect(onAccepted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(Buffer.from((await opened.body.next())!).toString()).toBe('{"type":6}\u001E');
  expect(onAccepted).toHaveBeenCalledOnce();
  expect(heard).toEqual(['{"protocol":"json","version":1}\u001E', '{"type":4}\u001E', '{"type":6}\u001E']);
  opened.body.hangUp();
  expect(await opened.body.next()).toBeNull();
});

it('sends nothing for a call that was aborted before', async () => {
  const url = await listen();
  const asked = vi.fn<() => void>();
  hub.on('connection', asked);
  const signal = AbortSignal.abort();
  await expect(openSocket(url, { headers: {}, question: { type: 4 }, signal })).rejects.toThrow(
    'closed before',
  );
  expect(asked).not.toHaveBeenCalled();
});
