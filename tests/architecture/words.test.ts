import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** Words of our own that a newcomer cannot search for -> the word of the field, which stands in their place. */
const OLD_WORDS: Record<string, string> = {
  'bells?|rings? the bell|rung': 'enqueue, wake',
  '\\w*Fold': 'batch, group commit',
  'purses?': 'account, budget',
  'twins?': 'repeat, variant',
  voices: 'answers',
  'doorkeepers?': 'admission, circuit breaker',
  hearsay: 'unverified',
  'yardsticks?': 'baseline',
  'strikers?|strikes|mourn': 'fault, crash',
  aviary: 'canaries',
  'spectators?': 'waiting callers',
};

/** The sandbox has a model of this name: what users may name stays. */
const NAMES = /sandbox\/twin/g;
const SELF = 'tests/architecture/words.test.ts';
const PATTERN = new RegExp(`\\b(?:${Object.keys(OLD_WORDS).join('|')})\\b`, 'gi');

function oldWords(files: SourceFile[]): string[] {
  return files.flatMap(({ place, text }) =>
    [...`${place}\n${text.replaceAll(NAMES, '')}`.matchAll(PATTERN)].map(([word]) => `${place}: ${word}`),
  );
}

describe('code, tests and documents use the words of the field', () => {
  it('in every file and its name', () => {
    const files = sourceFiles(
      ['app', 'worker', 'db', 'tests', 'scripts', 'docs'],
      /\.(ts|tsx|mjs|cjs|md)$/,
    ).filter(({ place }) => place !== SELF && !place.startsWith('db/seed/data/'));
    expect(files.length).toBeGreaterThan(100);
    expect(oldWords(files)).toEqual([]);
  });
});
