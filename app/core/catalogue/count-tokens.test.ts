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

/** Counts while a timer ticks, and says how long the event loop was held at most. */
async function held(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await work();
  longest = Math.max(longest, performance.now() - last);
  clearInterval(timer);
  return longest;
}

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
  ])('does not hold the event loop for long over a million characters of %s', async (_name, text) => {
    await countTokens('warm', 'o200k');
    const started = performance.now();
    expect(await held(() => countTokens(text, 'o200k'))).toBeLessThan(150);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('is not slower after a megabyte of noise', async () => {
    const text = '日本語の文章には空白がありませんが、読点と句点はあります。'.repeat(8000);
    await countTokens(randomLetters(1_000_000), 'o200k');
    const started = performance.now();
    await countTokens(text, 'o200k');
    // 0.03 s here; 1 s and more with the tokenizer's own way to forget.
    expect(performance.now() - started).toBeLessThan(400);
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
