import { expect, it } from 'vitest';
import { fitSuggestions, readSuggestions, writeSuggestions } from './reply.ts';

it('keeps the first few, each on one line and without duplicates', () => {
  expect(fitSuggestions([' Tell me\n more ', '', ' \n', 'Tell me more', 'Why?'])).toEqual([
    'Tell me more',
    'Why?',
  ]);
  expect(fitSuggestions(Array.from({ length: 40 }, (_, index) => `Question ${index}`))).toHaveLength(5);
});

it('drops texts that are too long for a suggestion', () => {
  const longest = 'a'.repeat(200);
  expect(fitSuggestions([`${longest}b`, longest, 'c '.repeat(400)])).toEqual([longest]);
});

it('reads back what it wrote', () => {
  const suggestions = ['Tell me more', '«Why» "so"?'];
  expect(readSuggestions(writeSuggestions(suggestions))).toEqual(suggestions);
  expect(writeSuggestions([])).toBeNull();
  expect(readSuggestions(null)).toEqual([]);
});
