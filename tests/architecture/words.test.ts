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

/** Names that users see and values that rows store: a model of the sandbox, a value of `stopped_by`. */
const NAMES = /sandbox\/twin|['`]house['`]/g;
const SELF = 'tests/architecture/words.test.ts';
const PATTERN = new RegExp(`\\b(?:${Object.keys(OLD_WORDS).join('|')})\\b`, 'gi');

/** Participles and comparatives as names -> `stored`, `output`, `request`, `max`, `default` and `image` in their place. */
const OLD_NAMES =
  /^(?:MOST|LEAST|USUAL)_|(?:^|[a-z])(?:Said|Told|Kept|Asked|Heed|Usual|Nobody|Somebody)(?![a-z])|[a-z]Pictures?(?![a-z])|^(?:heed|[pP]ictures?)[A-Z]|^(?:servedBy|setKey)$/;

/** Columns and fields of the wire keep their names. */
const WIRE_NAMES = new Set(['omittedPictures', 'picturesFromId', 'cardsAsked']);

const CODE = /\.(?:ts|tsx|mjs|cjs)$/;
const COMMENT = /\/\*[^]*?\*\/|(?:^|[\s{(])\/\/ .*$/gm;
const TEXT = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;

/** A sentence whose subject is a clause or a person without a role. A question may begin with such a word. */
const RIDDLE = /(?:^|[.;:!]\s)((?:Who|Whose|What|Where|Whoever)\b[^.;:!?]*)(?=[.;:!]|$)/g;
const NO_ROLE = /\b(?:somebody|nobody|anybody|everybody|whoever)\b/gi;

function oldNames(files: SourceFile[]): string[] {
  return files.flatMap(({ place, text }) => {
    const code = text.replaceAll(COMMENT, '').replaceAll(TEXT, '');
    const names = new Set(code.match(/[A-Za-z_$][\w$]*/g));
    return [...names]
      .filter((name) => OLD_NAMES.test(name) && !WIRE_NAMES.has(name))
      .map((name) => `${place}: ${name}`);
  });
}

function riddles(files: SourceFile[]): string[] {
  return files.flatMap(({ place, text }) =>
    (text.match(COMMENT) ?? []).flatMap((comment) => {
      const sentences = comment
        .replaceAll(/^\s*(?:\/?\*+|\/\/) ?|\*\/$/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const found = [...sentences.matchAll(RIDDLE)].map(([, sentence = '']) => sentence);
      return [...found, ...(sentences.match(NO_ROLE) ?? [])].map((words) => `${place}: ${words}`);
    }),
  );
}

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

  it('and comments say who does something, in sentences with a subject', () => {
    const files = sourceFiles(['app', 'worker', 'db', 'tests', 'scripts'], CODE).filter(
      ({ place }) => place !== SELF,
    );
    expect(riddles(files)).toEqual([]);
  });

  it('and names say what they hold', () => {
    const files = sourceFiles(['app', 'worker', 'db', 'tests', 'scripts'], CODE).filter(
      ({ place }) => place !== SELF && !place.includes('/locales/'),
    );
    expect(oldNames(files)).toEqual([]);
  });

  it('control: finds riddles and old names, and lets plain ones pass', () => {
    const place = 'x.ts';
    for (const text of ['/** Who asks waits. */', '// It ends. What is left stays.', '/** For nobody. */'])
      expect(riddles([{ place, text }])).toHaveLength(1);
    for (const text of [
      '/** Who pays? */',
      "const url = 'http://a'; // The user waits.",
      "'Who asks waits.'",
    ])
      expect(riddles([{ place, text }])).toEqual([]);
    for (const text of ['const MOST_FILES = 1', 'interface KeptRow {}', 'readPicture()', 'a.servedBy'])
      expect(oldNames([{ place, text }])).toHaveLength(1);
    for (const text of ['utmost()', "t('Picture')", '// Kept', 'omittedPictures', 'isAskedly'])
      expect(oldNames([{ place, text }])).toEqual([]);
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
