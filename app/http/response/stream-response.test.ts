import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#app/contracts/errors.ts';
import { DatabaseUnavailable } from '#db/client.ts';
import { sseResponse } from './sse-response.ts';
import { streamResponse } from './stream-response.ts';
import type { WrittenResponse } from './written-response.ts';

/** A reader that can leave; `context` is the part of it that the answer sees. */
function someone() {
  const closed = new AbortController();
  return { context: { closed: closed.signal }, leave: () => closed.abort() };
}

/** Sends an answer to one reader over a real connection. */
async function give(response: WrittenResponse): Promise<IncomingMessage> {
  const server = createServer((_, connection) => void response.writeTo(connection));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer.setEncoding('utf8');
}

const whole = async (answer: IncomingMessage) => (await answer.toArray()).join('');

describe('streamResponse', () => {
  const options = { headers: { 'content-type': 'text/plain' }, heartbeat: '~' };

  it('passes the pieces on and forbids buffering', async () => {
    const response = streamResponse({
      ...options,
      context: someone().context,
      async *produce() {
        yield 'a';
        yield 'b';
      },
    });
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(await whole(await give(response))).toBe('ab');
  });

  it('requests no pieces while the connection is full', async () => {
    const { context, leave } = someone();
    const piece = 'x'.repeat(1024 * 1024);
    let made = 0;
    const response = streamResponse({
      ...options,
      context,
      async *produce() {
        for (;;) {
          made += 1;
          yield piece;
        }
      },
    });
    const answer = await give(response);
    let before = 0;
    const hasGrown = () => {
      const grown = made - before;
      before = made;
      return grown > 0;
    };
    await expect.poll(hasGrown).toBe(false);
    const full = made;
    let taken = 0;
    answer.on('data', (text: string) => (taken += text.length));
    await expect.poll(() => made).toBeGreaterThan(full + 3);
    expect(taken).toBeGreaterThan(0);
    leave();
    await once(answer, 'end');
  });

  it('sends its headers before the first piece is available', async () => {
    const { context, leave } = someone();
    const response = streamResponse({
      ...options,
      context,
      async *produce({ signal }) {
        await once(signal, 'abort');
        yield 'nobody hears this';
      },
    });
    const answer = await give(response);
    expect(answer.statusCode).toBe(200);
    leave();
    expect(await whole(answer)).toBe('');
  });

  it('sends heartbeats while there are no pieces, and loses none', async () => {
    let say: (text: string) => void = () => undefined;
    const response = streamResponse({
      ...options,
      context: someone().context,
      heartbeatMs: 10,
      async *produce() {
        yield await new Promise<string>((resolve) => (say = resolve));
      },
    });
    const answer = await give(response);
    let heard = '';
    answer.on('data', (text: string) => (heard += text));
    await expect.poll(() => heard).toMatch(/^~~/);
    say('late');
    await once(answer, 'end');
    expect(heard).toMatch(/^~~+late$/);
  });

  it('ends and notifies the producer when the reader leaves', async () => {
    const { context, leave } = someone();
    const told = vi.fn<() => void>();
    const response = streamResponse({
      ...options,
      context,
      async *produce({ signal }) {
        yield 'a';
        await once(signal, 'abort');
        told();
      },
    });
    const answer = await give(response);
    leave();
    expect(await whole(answer)).toBe('a');
    await expect.poll(() => told.mock.calls.length).toBe(1);
  });

  it('runs the clean-up of a producer that is suspended at a yield', async () => {
    const { context, leave } = someone();
    const cleaned = vi.fn<() => void>();
    const response = streamResponse({
      ...options,
      context,
      async *produce() {
        try {
          for (;;) yield 'x'.repeat(1024 * 1024);
        } finally {
          cleaned();
        }
      },
    });
    const answer = await give(response);
    leave();
    answer.resume();
    await expect.poll(() => cleaned.mock.calls.length).toBe(1);
  });

  it('sends the last piece when the producer fails', async () => {
    const response = streamResponse({
      ...options,
      context: someone().context,
      lastPiece: () => '!',
      async *produce() {
        yield 'a';
        throw new Error('away');
      },
    });
    expect(await whole(await give(response))).toBe('a!');
  });
});

describe('sseResponse', () => {
  it('writes events with their names and ids after the retry time', async () => {
    const response = sseResponse(someone().context, async function* () {
      yield { data: { text: 'one\ntwo' }, event: 'message', id: '7' };
      yield { data: [1] };
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await whole(await give(response))).toBe(
      'retry: 1000\n\nevent: message\nid: 7\ndata: {"text":"one\\ntwo"}\n\ndata: [1]\n\n',
    );
  });

  it('gives the reader of a stream that cannot be resumed the reason of the cut, once', async () => {
    const answerOf = async (error: unknown) => {
      let hasEnded = false;
      const response = sseResponse(
        someone().context,
        async function* () {
          yield { data: 1 };
          if (error === 'ended') {
            hasEnded = true;
            yield { data: 'final' };
          }
          throw error;
        },
        { cut: ({ code, message }) => (hasEnded ? null : { event: 'error', data: { code, message } }) },
      );
      return (await whole(await give(response))).replace('retry: 1000\n\ndata: 1\n\n', '');
    };
    expect(await answerOf(new DatabaseUnavailable('No connection'))).toBe(
      'event: error\ndata: {"code":"unavailable","message":"Part of the service is unavailable. Please try again in a moment."}\n\n',
    );
    expect(await answerOf(new AppError('not_found', { message: 'Deleted.' }))).toBe(
      'event: error\ndata: {"code":"not_found","message":"Deleted."}\n\n',
    );
    expect(await answerOf('ended')).toBe('data: "final"\n\n');
  });
});
