import { expect, it } from 'vitest';
import { titleWords } from './title-words.ts';

it('takes a short message as it is, on one line and without marks', () => {
  expect(titleWords('  ## Plan a\n\n*trip*  ')).toBe('Plan a trip');
});

it('cuts a long message between words', () => {
  const title = titleWords('word '.repeat(40));
  expect(title).toMatch(/^(word )+word…$/);
  expect(title.length).toBeLessThanOrEqual(61);
});

it('cuts Japanese at half as many letters, and never inside a letter', () => {
  expect(titleWords('東'.repeat(100))).toBe(`${'東'.repeat(30)}…`);
  expect(titleWords('👩‍👩‍👧'.repeat(100)).replaceAll('👩‍👩‍👧', '')).toBe('…');
});

it('is short also where a letter has a thousand marks, or a message is a book', () => {
  expect(titleWords(`Hello a${'\u0301'.repeat(1000)}`)).toBe('Hello…');
  expect(titleWords(`a${'\u0301'.repeat(1000)}`)).toBe('New Chat');
  expect(titleWords(`${' '.repeat(5000)}Hello`)).toBe('Hello');
});

it('has a name for a message without words', () => {
  expect(titleWords('**')).toBe('New Chat');
});
