import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { measure, randomLetters } from '#tests/fixtures/measured-work.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { countPromptTokens, countTokens, sliceText, tokenMargin } from './count-tokens.ts';

const PROSE = 'The quick brown fox jumps over the lazy dog, and 42 others follow it home. ';

/** Characters of a long text. */
const LONG = IS_FULL ? 1_000_000 : 200_000;
/** Milliseconds: the target is 5, and garbage collection falls into some turns. Without turns: a second. */
const LONGEST_TURN = 50;

describe('countTokens', () => {
  it.each([
    ['', 0],
    ['Hello world', 2],
    ['<|endoftext|>', encode('<|endoftext|>', { disallowedSpecial: new Set() }).length],
  ])('counts %j as the tokenizer does', async (text, tokens) => {
    expect(await countTokens(text, 'o200k')).toBe(tokens);
  });

  it('counts an ordinary long text exactly, despite the slices', async () => {
    const text = PROSE.repeat(3000);
    expect(await countTokens(text, 'o200k')).toBe(encode(text).length);
  });

  it('counts a script without spaces within one percent', async () => {
    const text = '日本語の文章には空白がありませんが、読点と句点はあります。'.repeat(800);
    const exact = encode(text).length;
    const counted = await countTokens(text, 'o200k');
    expect(counted).toBeGreaterThanOrEqual(exact * 0.99);
    expect(counted).toBeLessThanOrEqual(exact * 1.01);
  });

  it.each([
    ['prose', PROSE.repeat(LONG / PROSE.length)],
    ['one letter', 'a'.repeat(LONG)],
    ['spaces', ' '.repeat(LONG)],
    ['line breaks', '\n'.repeat(LONG)],
    ['letters without order', randomLetters(LONG)],
    ['emoji', '🚣🏽'.repeat(LONG / 4)],
  ])(
    'does not block the event loop for long with many characters of %s',
    async (_name, text) => {
      await countTokens('warm', 'o200k');
      const { total, turn } = await measure(() => countTokens(text, 'o200k'));
      expect(turn).toBeLessThan(LONGEST_TURN);
      // A third of it is typical; the tokenizer's own cache eviction takes two hundred times as long.
      expect(total).toBeLessThan(LONG / 100);
    },
    120_000,
  );

  it('shares event loop turns among many counts, so that a short text does not wait for a long one', async () => {
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const long = randomLetters(100_000);
    const { turn } = await measure(() =>
      Promise.all([
        ...Array.from({ length: 8 }, () => countTokens(long, 'o200k').then(note('long'))),
        countTokens(randomLetters(4000), 'o200k').then(note('short')),
      ]),
    );
    expect(ended[0]).toBe('short');
    expect(turn).toBeLessThan(LONGEST_TURN);
  }, 60_000);

  it('gives each owner its turns, however many texts another one has', async () => {
    const ended: string[] = [];
    const text = randomLetters(20_000);
    const countFor = (owner: string) => countTokens(text, 'cl100k', { owner }).then(() => ended.push(owner));
    await Promise.all([...Array.from({ length: 10 }, () => countFor('many')), countFor('one')]);
    // One text at a time it would be the last. The amount counted in a turn depends on the machine.
    expect(ended.indexOf('one')).toBeLessThan(5);
  });

  it('aborts a count when its caller has left', async () => {
    const left = new AbortController();
    const counted = countTokens(randomLetters(2_000_000), 'o200k', { signal: left.signal });
    setImmediate(() => left.abort(new Error('gone')));
    const { total } = await measure(() => expect(counted).rejects.toThrow('gone'));
    expect(total).toBeLessThan(1000);
  });

  it('stops counting at the limit, and does not count a text that must exceed it', async () => {
    const counted = await countTokens(randomLetters(100_000), 'o200k', { atMost: 1000 });
    expect(counted).toBeGreaterThan(1000);
    expect(counted).toBeLessThan(3000);
    // At 128 characters per token at most, these need not be counted.
    expect(await countTokens('a'.repeat(1_280_000), 'o200k', { atMost: 9999 })).toBe(10_000);
    expect(await countTokens('word '.repeat(1000), 'o200k', { atMost: 1001 })).toBe(1001);
  });

  it('cuts a text into slices that join to the same text', () => {
    const text = `${'🚣🏽'.repeat(9000)} ${'x'.repeat(700)}  ${PROSE.repeat(900)}`;
    const slices = [...sliceText(text)];
    expect(slices.join('')).toBe(text);
    expect(slices.every((slice) => Buffer.from(slice).toString() === slice)).toBe(true);
  });
});

describe('estimates', () => {
  it('include the frame of every message and of the answer', async () => {
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Hello world' },
    ];
    expect(await countPromptTokens(messages, 'o200k')).toBe(3 + 4 + 3 + 4 + 2);
  });

  it('are raised for tokenizers that we do not have, the most for unknown ones', () => {
    expect(tokenMargin('o200k')).toBeLessThan(tokenMargin('gemini'));
    expect(tokenMargin('gemini')).toBeLessThan(tokenMargin('claude'));
    expect(tokenMargin('toString')).toBe(tokenMargin('never heard of'));
  });
});
