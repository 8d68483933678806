import { afterEach, describe, expect, it, vi } from 'vitest';
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

/**
 * The wait between two pieces: none; as many turns of the event loop as a reader needs to read one; or fake
 * time in addition.
 */
const AT_ONCE = () => Promise.resolve();
const AFTER_READING = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const PASSING_MS = (ms: number) => async () => {
  await vi.advanceTimersByTimeAsync(ms);
  await AFTER_READING();
};

async function* speak(
  pieces: string[],
  between: () => Promise<void>,
  end: ReplyEnd | null = END,
): AsyncGenerator<NumberedEvent> {
  let at = 0;
  let number = 0;
  for (const text of pieces) {
    await between();
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

afterEach(() => {
  vi.useRealTimers();
});

describe('growth', () => {
  it('ends with the whole text and the end', async () => {
    const all = await collect(growth(speak(['a', 'b', 'c'], AT_ONCE), () => 0));
    expect(all.at(-1)).toEqual({ text: 'abc', thinking: '', end: END });
  });

  it('yields a reply that is already complete in one piece', async () => {
    const all = await collect(growth(speak(['a', 'b', 'c'], AT_ONCE), () => 50));
    expect(all).toEqual([{ text: 'abc', thinking: '', end: END }]);
  });

  it('yields every piece when there is time', async () => {
    const all = await collect(growth(speak(['a', 'b', 'c'], AFTER_READING), () => 0));
    expect(new Set(all.map((one) => one.text))).toEqual(new Set(['a', 'ab', 'abc']));
  });

  it('yields the first piece at once, and joins pieces that come faster than the pace', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pieces = Array.from({ length: 50 }, (_, i) => String(i % 10));
    const all = await collect(growth(speak(pieces, PASSING_MS(2)), () => 40));
    expect(all[0]?.text).toBe('0');
    // The first one, one after each 40 of the 100 ms, and the end.
    expect(all.length).toBeLessThanOrEqual(4);
    expect(all.at(-1)?.text).toBe(pieces.join(''));
  });

  it('does not delay the end', async () => {
    // The test would time out during the pause.
    const all = await collect(growth(speak(['a', 'b'], AT_ONCE), () => 60_000));
    expect(all.at(-1)).toMatchObject({ text: 'ab', end: END });
  });

  it('yields a piece that came during a pause even if no other follows', async () => {
    let text = '';
    let onText: () => void = () => undefined;
    const shown = (wanted: string) =>
      new Promise<void>((resolve) => {
        onText = () => {
          if (text === wanted) resolve();
        };
      });
    async function* stalls(): AsyncGenerator<NumberedEvent> {
      yield { number: 1, event: { type: 'text', at: 0, text: 'a' } };
      await shown('a');
      yield { number: 2, event: { type: 'text', at: 1, text: 'b' } };
      await shown('ab');
      yield { number: 3, event: END };
    }
    for await (const one of growth(stalls(), () => 30)) {
      text += one.text;
      onText();
    }
    expect(text).toBe('ab');
  });

  it('ends without an end when its reader leaves', async () => {
    const all = await collect(growth(speak(['a'], AT_ONCE, null), () => 0));
    expect(all).toEqual([{ text: 'a', thinking: '', end: null }]);
  });

  it('rethrows an error of the source', async () => {
    async function* fails(): AsyncGenerator<NumberedEvent> {
      yield* speak(['a'], AT_ONCE, null);
      throw new Error('away');
    }
    await expect(collect(growth(fails(), () => 0))).rejects.toThrow('away');
  });

  it('applies repeated text once', async () => {
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
