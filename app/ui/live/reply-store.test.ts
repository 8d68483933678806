import { describe, expect, it } from 'vitest';
import type { ReplyGrowth } from '#app/contracts/browser-stream.ts';
import { START_CURSOR, type ReplyEnd } from '#app/contracts/generation.ts';
import { createReplyStore } from './reply-store.ts';

const ID = '0190a1b2-0000-7000-8000-000000000001';
const END: ReplyEnd = {
  type: 'end',
  state: 'done',
  finishReason: 'stop',
  errorCode: null,
  errorDetail: null,
  costMicro: '12',
};

const grown = (number: number, at: number, text: string, end?: ReplyEnd): ReplyGrowth => ({
  type: 'reply',
  generationId: ID,
  number,
  text: { at, text },
  ...(end && { end }),
});

/** A seeded generator, so that a failure can be reproduced. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

describe('createReplyStore', () => {
  it('grows and ends', () => {
    const store = createReplyStore();
    expect(store.grow(grown(1, 0, 'Hello'))).toBe('grown');
    expect(store.grow(grown(3, 5, ', world', END))).toBe('grown');
    expect(store.read(ID)).toEqual({ text: 'Hello, world', thinking: '', state: 'done', end: END });
    expect(store.have().size).toBe(0);
  });

  it('refuses a piece after a gap', () => {
    const store = createReplyStore();
    store.grow(grown(1, 0, 'Hello'));
    expect(store.grow(grown(3, 7, 'world'))).toBe('gap');
    expect(store.read(ID)?.text).toBe('Hello');
    expect(store.have().get(ID)).toEqual({ number: 1, text: 5, thinking: 0 });
  });

  it("continues from the page's initial text", () => {
    const store = createReplyStore();
    store.seed(ID, { text: 'Hello', thinking: 'hm', cursor: { number: 4, text: 5, thinking: 2 } });
    expect(store.grow(grown(4, 0, 'Hello'))).toBe('known');
    expect(store.grow(grown(5, 5, '!'))).toBe('grown');
    expect(store.read(ID)).toMatchObject({ text: 'Hello!', thinking: 'hm', state: 'running' });
  });

  it('gives another tab exactly the missing part', () => {
    const store = createReplyStore();
    store.grow(grown(3, 0, 'Hello, world', END));
    const other = createReplyStore();
    other.grow(grown(1, 0, 'Hell'));
    other.grow(store.since(ID, other.have().get(ID) ?? START_CURSOR)!);
    expect(other.read(ID)).toEqual(store.read(ID));
    const running = createReplyStore();
    running.grow(grown(1, 0, 'Hello'));
    expect(running.since(ID, { number: 1, text: 5, thinking: 0 })).toBeUndefined();
    expect(running.since('another', START_CURSOR)).toBeUndefined();
  });

  it('has the same result if pieces are repeated, merged or late', () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i} `);
    const offsets = words.map((_, i) => words.slice(0, i).join('').length);
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed);
      const store = createReplyStore();
      let have = 0;
      while (have < words.length) {
        // A batch that begins anywhere at or before the known end, as after a reconnect or from another tab.
        const from = Math.floor(next() * (have + 1));
        const to = Math.min(words.length, from + 1 + Math.floor(next() * 8));
        store.grow(grown(to, offsets[from]!, words.slice(from, to).join('')));
        have = Math.max(have, to);
        expect(store.read(ID)?.text, `seed ${seed}`).toBe(words.slice(0, have).join(''));
      }
    }
  });

  it('keeps a limited number of ended replies', () => {
    const store = createReplyStore();
    const id = (i: number) => `${ID.slice(0, -3)}${String(i).padStart(3, '0')}`;
    for (let i = 0; i < 80; i++) store.grow({ ...grown(1, 0, 'x', END), generationId: id(i) });
    expect(store.knows(id(0))).toBe(false);
    expect(store.knows(id(79))).toBe(true);
  });
});
