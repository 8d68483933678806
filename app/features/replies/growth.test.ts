import { describe, expect, it } from 'vitest';
import type { NumberedEvent, ReplyEnd } from '#app/contracts/generation.ts';
import { growth, type Growth } from './growth.ts';

const END: ReplyEnd = {
  type: 'end',
  state: 'done',
  finishReason: 'stop',
  errorCode: null,
  errorDetail: null,
  costMicro: '0',
};

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function* speak(
  pieces: string[],
  everyMs: number,
  end: ReplyEnd | null = END,
): AsyncGenerator<NumberedEvent> {
  let at = 0;
  let number = 0;
  for (const text of pieces) {
    if (everyMs > 0) await wait(everyMs);
    yield { number: ++number, event: { type: 'text', at, text } };
    at += text.length;
  }
  if (end) yield { number: ++number, event: end };
}

/** Each growth, with the whole text and thinking up to it. */
async function collect(source: AsyncIterable<Growth>): Promise<Growth[]> {
  const all: Growth[] = [];
  let text = '';
  let thinking = '';
  for await (const one of source) {
    text += one.text;
    thinking += one.thinking;
    all.push({ text, thinking, end: one.end });
  }
  return all;
}

describe('growth', () => {
  it('ends with the whole text and the end', async () => {
    const all = await collect(growth(speak(['a', 'b', 'c'], 0), () => 0));
    expect(all.at(-1)).toEqual({ text: 'abc', thinking: '', end: END });
  });

  it('brings a reply that is ready in one piece', async () => {
    const all = await collect(growth(speak(['a', 'b', 'c'], 0), () => 50));
    expect(all).toEqual([{ text: 'abc', thinking: '', end: END }]);
  });

  it('shows every piece when there is time', async () => {
    const all = await collect(growth(speak(['a', 'b', 'c'], 15), () => 0));
    expect(new Set(all.map((one) => one.text))).toEqual(new Set(['a', 'ab', 'abc']));
  });

  it('shows pieces together when they come faster than the pace, and the first one at once', async () => {
    const pieces = Array.from({ length: 50 }, (_, i) => String(i % 10));
    const all = await collect(growth(speak(pieces, 2), () => 40));
    expect(all[0]?.text).toMatch(/^01?$/);
    expect(all.length).toBeLessThan(10);
    expect(all.at(-1)?.text).toBe(pieces.join(''));
  });

  it('does not hold the end back', async () => {
    const started = Date.now();
    const all = await collect(growth(speak(['a', 'b'], 0), () => 60_000));
    expect(all.at(-1)).toMatchObject({ text: 'ab', end: END });
    expect(Date.now() - started).toBeLessThan(1000);
  });

  it('shows a piece that came during a pause although nothing follows it', async () => {
    async function* stalls(): AsyncGenerator<NumberedEvent> {
      yield* speak(['a', 'b'], 0, null);
      await wait(200);
      yield { number: 3, event: END };
    }
    const seen: [string, number][] = [];
    const started = Date.now();
    for await (const { text, end } of growth(stalls(), () => 30))
      if (!end) seen.push([text, Date.now() - started]);
    expect(seen.map(([text]) => text).join('')).toBe('ab');
    expect(seen.at(-1)?.[1]).toBeLessThan(150);
  });

  it('ends without an end when its reader left', async () => {
    const all = await collect(growth(speak(['a'], 0, null), () => 0));
    expect(all).toEqual([{ text: 'a', thinking: '', end: null }]);
  });

  it('passes a failure of the source on', async () => {
    async function* fails(): AsyncGenerator<NumberedEvent> {
      yield* speak(['a'], 0, null);
      throw new Error('away');
    }
    await expect(collect(growth(fails(), () => 0))).rejects.toThrow('away');
  });

  it('applies repeated stretches once', async () => {
    async function* repeats(): AsyncGenerator<NumberedEvent> {
      yield { number: 1, event: { type: 'text', at: 0, text: 'Hel' } };
      yield { number: 2, event: { type: 'text', at: 1, text: 'ello' } };
      yield { number: 3, event: { type: 'thinking', at: 0, text: 'hm' } };
      yield { number: 4, event: END };
    }
    expect((await collect(growth(repeats(), () => 0))).at(-1)).toMatchObject({
      text: 'Hello',
      thinking: 'hm',
    });
  });
});
