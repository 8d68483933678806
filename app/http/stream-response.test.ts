import { describe, expect, it } from 'vitest';
import { sseResponse } from './sse-response.ts';
import { streamResponse } from './stream-response.ts';

function connection() {
  const closed = new AbortController();
  let open: () => void = () => undefined;
  let gate: Promise<void> = Promise.resolve();
  return {
    context: { closed: closed.signal, drained: () => gate },
    leave: () => closed.abort(),
    fill: () => {
      gate = new Promise((resolve) => (open = resolve));
    },
    drain: () => open(),
  };
}

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  const { done, value } = await reader.read();
  return done ? null : new TextDecoder().decode(value);
};

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('streamResponse', () => {
  const options = { headers: { 'content-type': 'text/plain' }, heartbeat: '~' };

  it('passes the pieces on and forbids buffering', async () => {
    const { context } = connection();
    const response = streamResponse({
      ...options,
      context,
      async *produce() {
        yield 'a';
        yield 'b';
      },
    });
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(await response.text()).toBe('ab');
  });

  it('makes nothing while the connection is full', async () => {
    const { context, fill, drain } = connection();
    let made = 0;
    const response = streamResponse({
      ...options,
      context,
      async *produce() {
        for (;;) yield String(++made);
      },
    });
    const reader = response.body!.getReader();
    expect(await read(reader)).toBe('1');
    fill();
    const waiting = read(reader);
    await turn();
    expect(made).toBe(1);
    drain();
    expect(await waiting).toBe('2');
    await reader.cancel();
  });

  it('says that it lives while nothing comes, and loses nothing by it', async () => {
    const { context } = connection();
    let say: (text: string) => void = () => undefined;
    const response = streamResponse({
      ...options,
      context,
      heartbeatMs: 10,
      async *produce() {
        yield await new Promise<string>((resolve) => (say = resolve));
      },
    });
    const reader = response.body!.getReader();
    expect(await read(reader)).toBe('~');
    expect(await read(reader)).toBe('~');
    say('late');
    expect(await read(reader)).toBe('late');
    expect(await read(reader)).toBeNull();
  });

  it('ends and tells the producer when the reader leaves', async () => {
    const { context, leave } = connection();
    let told = false;
    const response = streamResponse({
      ...options,
      context,
      async *produce(signal) {
        yield 'a';
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        told = true;
      },
    });
    const reader = response.body!.getReader();
    expect(await read(reader)).toBe('a');
    const end = read(reader);
    await turn();
    leave();
    expect(await end).toBeNull();
    await turn();
    expect(told).toBe(true);
  });

  it('runs the clean-up of a producer that rests at a yield', async () => {
    const { context } = connection();
    let cleaned = false;
    const response = streamResponse({
      ...options,
      context,
      async *produce() {
        try {
          yield 'a';
          yield 'b';
        } finally {
          cleaned = true;
        }
      },
    });
    const reader = response.body!.getReader();
    await read(reader);
    await reader.cancel();
    await turn();
    expect(cleaned).toBe(true);
  });

  it('says farewell when the producer fails', async () => {
    const { context } = connection();
    const response = streamResponse({
      ...options,
      context,
      farewell: '!',
      async *produce() {
        yield 'a';
        throw new Error('away');
      },
    });
    expect(await response.text()).toBe('a!');
  });
});

describe('sseResponse', () => {
  it('writes events with their names and ids after the retry time', async () => {
    const { context } = connection();
    const response = sseResponse(context, async function* () {
      yield { data: { text: 'one\ntwo' }, event: 'message', id: '7' };
      yield { data: [1] };
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toBe(
      'retry: 1000\n\nevent: message\nid: 7\ndata: {"text":"one\\ntwo"}\n\ndata: [1]\n\n',
    );
  });
});
