import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countPromptTokens, countTokens, tokenMargin } from './count-tokens.ts';
import { sliceText } from './slice-text.ts';

const PROSE = 'The quick brown fox jumps over the lazy dog, and 42 others follow it home. ';

/** Letters that repeat nowhere, the same in every run: nothing is answered from the tokenizer's cache. */
function randomLetters(count: number): string {
  let state = 12_345;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return String.fromCharCode(97 + ((state >> 16) % 26));
  }).join('');
}

/** Milliseconds of processor time that this process has used: other work on the machine does not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How much processor time some work takes, and how much of it between two turns of the event loop, on the average. */
async function measure(work: () => Promise<unknown>): Promise<{ total: number; turn: number }> {
  const began = processorTime();
  let turns = 1;
  let done = false;
  const tick = () => {
    turns += 1;
    if (!done) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  done = true;
  const total = processorTime() - began;
  return { total, turn: total / turns };
}

/** Milliseconds: 5 are meant, and a collection of rubbish falls into some turns. Without turns it is a second. */
const LONGEST_TURN = 50;

describe('countTokens', () => {
  it.each([
    ['', 0],
    ['Hello world', 2],
    ['<|endoftext|>', encode('<|endoftext|>', { disallowedSpecial: new Set() }).length],
  ])('counts %j as the tokenizer does', async (text, tokens) => {
    expect(await countTokens(text, 'o200k')).toBe(tokens);
  });

  it('counts an ordinary long text exactly, in spite of the slices', async () => {
    const text = PROSE.repeat(3000);
    expect(await countTokens(text, 'o200k')).toBe(encode(text).length);
  });

  it('counts a script without spaces within one percent, and never too low by more', async () => {
    const text = '日本語の文章には空白がありませんが、読点と句点はあります。'.repeat(800);
    const exact = encode(text).length;
    const counted = await countTokens(text, 'o200k');
    expect(counted).toBeGreaterThanOrEqual(exact * 0.99);
    expect(counted).toBeLessThanOrEqual(exact * 1.01);
  });

  it.each([
    ['prose', PROSE.repeat(14_000)],
    ['one letter', 'a'.repeat(1_000_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['line breaks', '\n'.repeat(1_000_000)],
    ['letters without order', randomLetters(1_000_000)],
    ['emoji', '🚣🏽'.repeat(250_000)],
  ])(
    'does not hold the event loop for long over a million characters of %s',
    async (_name, text) => {
      await countTokens('warm', 'o200k');
      const { total, turn } = await measure(() => countTokens(text, 'o200k'));
      expect(turn).toBeLessThan(LONGEST_TURN);
      // A third of it is usual; the tokenizer's own way to forget words takes two hundred times as long.
      expect(total).toBeLessThan(10_000);
    },
    120_000,
  );

  it('counts words that nobody knows as fast the second time as the first', async () => {
    const words = randomLetters(1_800_000).replaceAll(/.{6}/g, '$& ');
    const half = words.length / 2;
    const first = await measure(() => countTokens(words.slice(0, half), 'o200k'));
    const second = await measure(() => countTokens(words.slice(half), 'o200k'));
    // Six times as long with the tokenizer's own way to forget words, which begins with 100,000 of them.
    expect(second.total).toBeLessThan(first.total * 3);
  }, 120_000);

  it('shares the turns of the event loop among many counts, and lets a short text wait for no long one', async () => {
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const long = randomLetters(200_000);
    const { turn } = await measure(() =>
      Promise.all([
        ...Array.from({ length: 8 }, () => countTokens(long, 'o200k').then(note('long'))),
        countTokens(randomLetters(4000), 'o200k').then(note('short')),
      ]),
    );
    expect(ended[0]).toBe('short');
    expect(turn).toBeLessThan(LONGEST_TURN);
  }, 60_000);

  it('gives every owner the same, however many texts one of them has', async () => {
    const ended: string[] = [];
    const text = randomLetters(20_000);
    const countFor = (owner: string) => countTokens(text, 'cl100k', { owner }).then(() => ended.push(owner));
    await Promise.all([...Array.from({ length: 10 }, () => countFor('many')), countFor('one')]);
    expect(ended.indexOf('one')).toBeLessThan(2);
  });

  it('gives up a count that nobody waits for any more', async () => {
    const left = new AbortController();
    const counted = countTokens(randomLetters(2_000_000), 'o200k', { signal: left.signal });
    setImmediate(() => left.abort(new Error('gone')));
    const { total } = await measure(() => expect(counted).rejects.toThrow('gone'));
    expect(total).toBeLessThan(1000);
  });

  it('counts no further than is asked for, and nothing that cannot be so short', async () => {
    const counted = await countTokens(randomLetters(100_000), 'o200k', { atMost: 1000 });
    expect(counted).toBeGreaterThan(1000);
    expect(counted).toBeLessThan(3000);
    // At 128 characters to a token at most, nobody has to look at these.
    expect(await countTokens('a'.repeat(1_280_000), 'o200k', { atMost: 9999 })).toBe(10_000);
    expect(await countTokens('word '.repeat(1000), 'o200k', { atMost: 1001 })).toBe(1001);
  });

  it('cuts a text into slices that are the text again', () => {
    const text = `${'🚣🏽'.repeat(9000)} ${'x'.repeat(700)}  ${PROSE.repeat(900)}`;
    const slices = [...sliceText(text)];
    expect(slices.join('')).toBe(text);
    expect(slices.every((slice) => Buffer.from(slice).toString() === slice)).toBe(true);
  });
});

describe('estimates', () => {
  it('count the frame of every message and of the answer', async () => {
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Hello world' },
    ];
    expect(await countPromptTokens(messages, 'o200k')).toBe(3 + 4 + 3 + 4 + 2);
  });

  it('are raised for tokenizers that are not at hand, most for strangers', () => {
    expect(tokenMargin('o200k')).toBeLessThan(tokenMargin('gemini'));
    expect(tokenMargin('gemini')).toBeLessThan(tokenMargin('claude'));
    expect(tokenMargin('toString')).toBe(tokenMargin('never heard of'));
  });
});
