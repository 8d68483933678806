import { expect, it } from 'vitest';
import { titleWords } from './title-words.ts';

it('uses a short message unchanged, on one line and without markup', () => {
  expect(titleWords('  ## Plan a\n\n*trip*  ')).toBe('Plan a trip');
});

it('cuts a long message between words', () => {
  const title = titleWords('word '.repeat(40));
  expect(title).toMatch(/^(word )+word…$/);
  expect(title.length).toBeLessThanOrEqual(61);
});

it('cuts Japanese at half as many characters, and never inside a grapheme', () => {
  expect(titleWords('東'.repeat(100))).toBe(`${'東'.repeat(30)}…`);
  expect(titleWords('👩‍👩‍👧'.repeat(100)).replaceAll('👩‍👩‍👧', '')).toBe('…');
});

it('is short for graphemes with a thousand marks and for very long messages', () => {
  expect(titleWords(`Hello a${'\u0301'.repeat(1000)}`)).toBe('Hello…');
  expect(titleWords(`a${'\u0301'.repeat(1000)}`)).toBe('New Chat');
  expect(titleWords(`${' '.repeat(5000)}Hello`)).toBe('Hello');
});

it('returns the default title for a message without text', () => {
  expect(titleWords('**')).toBe('New Chat');
});
