import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { splitText, watchStream } from './provider-call.ts';

const LONG_MS = 600_000;

const word: ProviderEvent = { type: 'text', text: 'word' };

it.each(['', 'Hi', 'a'.repeat(40), 'a'.repeat(1000), `${'a'.repeat(39)}🚣🏽${'🚣'.repeat(100)}`])(
  'splits a text into short pieces of whole characters: %s',
  (text) => {
    const pieces = [...splitText(text)];
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece.length).toBeGreaterThan(0);
      expect(piece.length).toBeLessThanOrEqual(40);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  },
);

/** A provider that sends one piece of text and then runs a given function. */
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

/** Blocks this thread without using the processor. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** From here on time passes only when the test advances it. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'performance'] });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('watchStream', () => {
  it('passes on all events to the end', async () => {
    const { open, calls } = provider(async () => undefined);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: LONG_MS });
    expect(await events.next()).toEqual({ done: false, value: word });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(calls.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('throws the provider’s error once', async () => {
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

  it('throws the reason when no consumer waited at the moment of the abort', async () => {
    const { open } = provider(forever);
    const run = new AbortController();
    const events = watchStream(open, { signal: run.signal, stallMs: LONG_MS });
    await events.next();
    run.abort(new Error('stopped'));
    await expect(events.next()).rejects.toThrow('stopped');
  });

  it('does not start for a run that was aborted before', async () => {
    const run = new AbortController();
    run.abort(new Error('stopped'));
    const events = watchStream(provider(forever).open, { signal: run.signal, stallMs: LONG_MS });
    await expect(events.next()).rejects.toThrow('stopped');
  });

  it('ends with provider_stalled when the provider falls silent', async () => {
    const { open } = provider(forever);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: 20 });
    await events.next();
    await expect(events.next()).rejects.toMatchObject({ code: 'provider_stalled' });
  });

  it('does not count time while our own process was suspended', async () => {
    const stallMs = 400;
    // The stall's timer is due before the provider's event, as in a process that was suspended.
    const { open } = provider(() => new Promise((resolve) => setTimeout(resolve, stallMs + 5)));
    const events = watchStream(open, { signal: new AbortController().signal, stallMs });
    await events.next();
    const waiting = events.next();
    standStill(stallMs + 20);
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('does not stall while no consumer waits', async () => {
    holdTime();
    const { open, calls } = provider(async () => undefined);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: 20 });
    await events.next();
    await vi.advanceTimersByTimeAsync(200);
    expect(calls[0]!.aborted).toBe(false);
    expect((await events.next()).done).toBe(true);
  });

  it('stalls when the provider stays silent after a slow consumer', async () => {
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

  it('closes the connection when the consumer leaves', async () => {
    const { open, calls } = provider(forever);
    const events = watchStream(open, { signal: new AbortController().signal, stallMs: LONG_MS });
    await events.next();
    await events.return!();
    expect(calls[0]!.aborted).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await events.next()).done).toBe(true);
  });
});
