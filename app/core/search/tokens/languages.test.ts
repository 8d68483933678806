import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FURTHER_PAIRS, MEASURED_PAIRS } from '#tests/fixtures/search/language-pairs.ts';
import { findMatch } from './match.ts';
import { messageTokens } from './message-tokens.ts';
import { readQuery } from './query.ts';

const PAIRS = [...MEASURED_PAIRS, ...FURTHER_PAIRS].map(([language, text, query, result = 'found']) => ({
  language,
  text,
  query,
  result,
}));

/** True if a search by this query finds a message with this text, by the index and by its text. */
function finds(text: string, query: string): boolean {
  const { tokens } = messageTokens(text);
  return readQuery(query).some(
    ({ terms, literals }) =>
      terms.every(({ token, isPrefix }) =>
        tokens.some((one) => (isPrefix ? one.startsWith(token) : one === token)),
      ) && findMatch(text, literals) !== null,
  );
}

it.each(PAIRS)('$language: $text is searched by $query', ({ text, query, result }) => {
  expect(finds(text, query) ? 'found' : 'missed').toBe(result);
});

it('has pairs in the sixteen languages of the interface', () => {
  expect(new Set(PAIRS.map(({ language }) => language)).size).toBe(16);
  expect(MEASURED_PAIRS).toHaveLength(27);
  expect(FURTHER_PAIRS.length).toBeGreaterThanOrEqual(60);
});

it('is the table of the documentation', () => {
  const rows = readFileSync('docs/search.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| [a-z]{2}-[A-Z]{2} /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  expect(rows.map((cells) => cells.slice(1, 5))).toEqual(
    PAIRS.map(({ language, text, query, result }) => [language, text, query, result]),
  );
});
