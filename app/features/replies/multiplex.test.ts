import { describe, expect, it } from 'vitest';
import { readCursors, type StreamItem } from '#app/contracts/browser-stream.ts';
import type { NumberedEvent, ReplyCursor, ReplyEnd } from '#app/contracts/generation.ts';
import type { UserEvent } from '#app/contracts/user-events.ts';
import { createReplyStore } from '#app/ui/live/reply-store.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { multiplex, PACE, type Batch, type StreamSources } from './multiplex.ts';

const END: ReplyEnd = {
  type: 'end',
  state: 'done',
  finishReason: 'stop',
  errorCode: null,
  errorDetail: null,
  costMicro: '7',
};
const FAST = { ...PACE, batchMs: 1, firstPollMs: 20, pollMs: 20 };
const id = (n: number) => `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A reply in the form of the engine's log. */
function logOf(words: string[]): NumberedEvent[] {
  let at = 0;
  const events: NumberedEvent[] = words.map((text, index) => {
    const event = { number: index + 1, event: { type: 'text' as const, at, text } };
    at += text.length;
    return event;
  });
  return [...events, { number: words.length + 1, event: END }];
}

/** The engine as the stream uses it: logs that it reads after a cursor, slowly, and a list of user events. */
function engine(
  logs: Map<string, NumberedEvent[]>,
  running: string[],
  events: UserEvent[] = [],
): StreamSources {
  return {
    running: async () => running,
    owned: async (ids) => ids.filter((one) => logs.has(one)),
    async *read(generationId: string, cursor: ReplyCursor, signal: AbortSignal) {
      for (const event of logs.get(generationId) ?? []) {
        if (event.number <= cursor.number) continue;
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return;
        yield event;
      }
    },
    newest: async () => events.length,
    async *watch(signal) {
      for (const [index, event] of events.entries()) yield { number: index + 1, event };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  };
}

/** A stream is cut at each of its batches, of which there are about as many as words. */
const WORDS = IS_FULL ? 30 : 10;
const words = (seed: number) => Array.from({ length: WORDS }, (_, i) => `w${seed}-${i} `);

/**
 * Reads batches into a browser's store until all these replies have ended or the maximum number of batches
 * came.
 */
async function read(
  sources: StreamSources,
  have: string,
  ids: string[],
  store = createReplyStore(),
  max = Infinity,
) {
  const stop = new AbortController();
  const items: StreamItem[] = [];
  let last: Batch | undefined;
  let count = 0;
  for await (const batch of multiplex(sources, readCursors(have), stop.signal, FAST)) {
    last = batch;
    items.push(...batch.items);
    const results = batch.items.map((item) => (item.type === 'reply' ? store.grow(item) : 'grown'));
    expect(results).not.toContain('gap');
    count += 1;
    if (count >= max || ids.every((one) => store.read(one)?.end)) stop.abort();
  }
  return { store, items, id: last?.id ?? '', count };
}

describe('multiplex', () => {
  it('delivers many replies at once, each complete', async () => {
    const ids = [1, 2, 3, 4, 5].map(id);
    const logs = new Map(ids.map((one, i) => [one, logOf(words(i))]));
    const { store, items, id: last } = await read(engine(logs, ids), '-', ids);
    expect(items[0]).toEqual({ type: 'hello', running: ids });
    ids.forEach((one, i) =>
      expect(store.read(one)).toMatchObject({ text: words(i).join(''), state: 'done' }),
    );
    expect(last).toBe('-');
  });

  it('resumes after a cut at any batch without gap or repetition', async () => {
    const ids = [1, 2].map(id);
    const logs = new Map(ids.map((one, i) => [one, logOf(words(i))]));
    const { count } = await read(engine(logs, ids), '-', ids);
    for (let cut = 1; cut < count; cut++) {
      const first = await read(engine(logs, ids), '-', ids, createReplyStore(), cut);
      const second = await read(engine(logs, ids), first.id, ids, first.store);
      ids.forEach((one, i) => expect(second.store.read(one)?.text, `cut ${cut}`).toBe(words(i).join('')));
      const repeated = [...first.items, ...second.items]
        .flatMap((item) =>
          item.type === 'reply' && item.generationId === ids[0] ? [item.text?.text ?? ''] : [],
        )
        .join('');
      expect(repeated, `cut ${cut}`).toBe(words(0).join(''));
    }
  });

  it('delivers the end of a reply that ended while the reader was away', async () => {
    const logs = new Map([[id(1), logOf(['one ', 'two'])]]);
    const { store } = await read(
      engine(logs, []),
      `${id(1)}:1.4.0`,
      [id(1)],
      (() => {
        const known = createReplyStore();
        known.seed(id(1), { text: 'one ', thinking: '', cursor: { number: 1, text: 4, thinking: 0 } });
        return known;
      })(),
    );
    expect(store.read(id(1))).toMatchObject({ text: 'one two', state: 'done' });
  });

  it('reports a reply as gone when it does not exist or belongs to another user', async () => {
    const { items } = await read(engine(new Map(), []), `${id(9)}:1.1.0`, [], createReplyStore(), 1);
    expect(items).toEqual([
      { type: 'hello', running: [] },
      { type: 'gone', generationId: id(9) },
    ]);
  });

  it('follows a reply that begins, and passes events on', async () => {
    const begun: UserEvent = {
      type: 'reply-begun',
      generationId: id(1),
      conversationId: 'c',
      promptMessageId: 'p',
      replyMessageId: 'r',
    };
    const logs = new Map([[id(1), logOf(['hello'])]]);
    const { store, items } = await read(engine(logs, [], [begun]), '-', [id(1)]);
    expect(items).toContainEqual({ type: 'event', number: 1, event: begun });
    expect(store.read(id(1))?.text).toBe('hello');
  });

  it('reports the number of the newest event at intervals', async () => {
    const stop = new AbortController();
    const numbers: number[] = [];
    const sources: StreamSources = { ...engine(new Map(), []), newest: async () => 7 };
    for await (const { items } of multiplex(sources, new Map(), stop.signal, FAST)) {
      for (const item of items) if (item.type === 'newest') numbers.push(item.number);
      if (numbers.length === 2) stop.abort();
    }
    expect(numbers).toEqual([7, 7]);
  });

  it('finds a running reply without an announcement', async () => {
    const logs = new Map([[id(1), logOf(['hello'])]]);
    let polls = 0;
    const running = async () => ((polls += 1) > 2 ? [id(1)] : []);
    const { store } = await read({ ...engine(logs, []), running }, '-', [id(1)]);
    expect(store.read(id(1))?.text).toBe('hello');
  });

  it('slows the replies down while the reader does not read, and drops the reader in the end', async () => {
    let made = 0;
    let dropped = false;
    const piece = 'x'.repeat(1000);
    const sources: StreamSources = {
      ...engine(new Map(), [id(1)]),
      async *read() {
        try {
          for (;;) {
            await new Promise((resolve) => setImmediate(resolve));
            yield { number: made + 1, event: { type: 'text', at: made++ * 1000, text: piece } };
          }
        } finally {
          dropped = true;
        }
      },
    };
    const stream = multiplex(sources, new Map(), new AbortController().signal, { ...FAST, stallMs: 300 });
    const batches = stream[Symbol.asyncIterator]();
    await batches.next();
    // Without backpressure a source would yield thousands of pieces by then.
    await expect.poll(() => dropped).toBe(true);
    expect(made).toBeLessThan(200);
    expect((await batches.next()).done).toBe(true);
  });
});
