import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { cut, watchStream } from './provider-call.ts';

const LONG_MS = 600_000;

const word: ProviderEvent = { type: 'text', text: 'word' };

it.each(['', 'Hi', 'a'.repeat(40), 'a'.repeat(1000), `${'a'.repeat(39)}🚣🏽${'🚣'.repeat(100)}`])(
  'cuts a text into short pieces of whole characters: %s',
  (text) => {
    const pieces = [...cut(text)];
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece.length).toBeGreaterThan(0);
      expect(piece.length).toBeLessThanOrEqual(40);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  },
);

/** A provider that says a word and then what it is told to. */
function provider(then: () => Promise<void>) {
  const calls: AbortSignal[] = [];
  return {
    calls,
    async *open(signal: AbortSignal): AsyncGenerator<ProviderEvent> {
      calls.push(signal);
      yield word;
      await then();
    },
  };
}

const forever = () => new Promise<void>(() => undefined);

/** Holds this thread without using the processor. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** From here on time passes only when the test says so. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'performance'] });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('watchStream', () => {
  it('passes on what is said, to the end', async () => {
    const { open, calls } = provider(async () => undefined);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: LONG_MS });
    expect(await events.next()).toEqual({ done: false, value: word });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(calls.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('throws what the provider throws, once', async () => {
    const { open } = provider(() => Promise.reject(new ProviderError('provider_cut', 'cut')));
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: LONG_MS });
    await events.next();
    await expect(events.next()).rejects.toThrow('cut');
    expect((await events.next()).done).toBe(true);
  });

  it('ends the wait for a provider that ignores the abort', async () => {
    const { open, calls } = provider(forever);
    const run = new AbortController();
    const events = watchStream(open, { signal: run.signal, stallMs: LONG_MS });
    await events.next();
    const waiting = events.next();
    run.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(calls[0]!.aborted).toBe(true);
  });

  it('throws the reason also when nobody waited at the moment of the abort', async () => {
    const { open } = provider(forever);
    const run = new AbortController();
    const events = watchStream(open, { signal: run.signal, stallMs: LONG_MS });
    await events.next();
    run.abort(new Error('stopped'));
    await expect(events.next()).rejects.toThrow('stopped');
  });

  it('does not begin for a run that was aborted before', async () => {
    const run = new AbortController();
    run.abort(new Error('stopped'));
    const events = watchStream(provider(forever).open, { signal: run.signal, stallMs: LONG_MS });
    await expect(events.next()).rejects.toThrow('stopped');
  });

  it('gives up on a provider that falls silent', async () => {
    const { open } = provider(forever);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: 20 });
    await events.next();
    await expect(events.next()).rejects.toMatchObject({ code: 'provider_stalled' });
  });

  it('does not count the time in which our own process stood still', async () => {
    const stallMs = 400;
    // The stall's timer is due before what the provider says, as it is for a process that was stopped.
    const { open } = provider(() => new Promise((resolve) => setTimeout(resolve, stallMs + 5)));
    const events = watchStream(open, { signal: new AbortController().signal, stallMs });
    await events.next();
    const waiting = events.next();
    standStill(stallMs + 20);
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('does not blame the provider while nobody asks for what it says', async () => {
    holdTime();
    const { open, calls } = provider(async () => undefined);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: 20 });
    await events.next();
    await vi.advanceTimersByTimeAsync(200);
    expect(calls[0]!.aborted).toBe(false);
    expect((await events.next()).done).toBe(true);
  });

  it('gives up on a provider that says nothing more to a reader who was slow', async () => {
    holdTime();
    const { open } = provider(forever);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: 20 });
    await events.next();
    await vi.advanceTimersByTimeAsync(200);
    const waiting = events.next();
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: 'provider_stalled' }),
      vi.advanceTimersByTimeAsync(200),
    ]);
  });

  it('closes the connection when it is left', async () => {
    const { open, calls } = provider(forever);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: LONG_MS });
    await events.next();
    await events.return!();
    expect(calls[0]!.aborted).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await events.next()).done).toBe(true);
  });
});
