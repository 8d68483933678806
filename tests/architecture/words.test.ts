import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** Words of our own that a newcomer cannot search for -> the word of the field, which stands in their place. */
const OLD_WORDS: Record<string, string> = {
  'bells?|rings? the bell|rung': 'enqueue, wake',
  '(?:create|admit|busy)Folds?': 'batch, group commit',
  'purses?': 'account, budget',
  voices: 'answers',
  'doorkeepers?': 'admission, circuit breaker',
  'twins?|asTwin|(?:hold|settle|admit|mayBe)Outright': 'repeat, optimistic',
  'house|houses': 'operator, us',
  farewell: 'last piece',
  hearsay: 'unverified',
  'yardsticks?': 'baseline',
  'strikers?|strikes|mourn': 'fault, crash',
  aviary: 'canaries',
  'spectators?': 'waiting callers',
};

/** What users may name and what rows store stays: a model of the sandbox, a value of `stopped_by`. */
const NAMES = /sandbox\/twin|['`]house['`]/g;
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

  it('control: finds them in texts, names and places, and lets their neighbours pass', () => {
    const bad = ['the house pays', 'const asTwin = 1', 'Rung again', 'createFold()', "'a farewell'"];
    for (const text of bad) expect(oldWords([{ place: 'x.ts', text }])).toHaveLength(1);
    expect(oldWords([{ place: 'app/bell.ts', text: '' }])).toHaveLength(1);
    const good = [
      "cause === 'house'",
      'house_failed',
      'sandbox/twin',
      'a folder unfolds',
      'string',
      'households',
    ];
    for (const text of good) expect(oldWords([{ place: 'x.ts', text }])).toEqual([]);
  });
});
