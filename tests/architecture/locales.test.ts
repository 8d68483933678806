import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '#app/contracts/errors.ts';
import { FALLBACK_LANGUAGE, LANGUAGE_CODES } from '#app/ui/i18n/languages.ts';
import { compareTexts } from './compare-texts.ts';
import { LOCALES, namespacesOf, readTexts } from './locale-files.ts';

const LEGAL = path.resolve('app/features/site/legal/locales');

/** Texts that are the same in every language: names, and terms of the wire. */
const SAME_AS_ENGLISH: Record<string, ReadonlySet<string>> = {
  admin: new Set(['facts.id', 'import.address']),
  exports: new Set(['types.markdown', 'types.json', 'types.csv']),
  models: new Set(['byApi']),
  options: new Set(['label.topP', 'label.topK']),
  receipt: new Set(['id']),
  usage: new Set(['kind.api']),
  webhooks: new Set(['url']),
};

/** Words that make English read like a translation, and British spellings; texts in quotation marks are exempt. */
const AVOIDED = [
  /\b(?:somebody|nobody|everybody|whoever|stands?|just now|under way|begins? anew|of one’s own|by itself|for ever)\b/i,
  /\b(?:in force|not any more|something else than)\b|\bwhat\b[^.?!]*\bis to be\b/i,
  /colour|favour|behaviour|catalogue|centre\b|(?:recogn|organ|summar|author)is(?:e|ing)|cancell|e-mail|side bar/i,
];

const others = LANGUAGE_CODES.filter((code) => code !== FALLBACK_LANGUAGE);

describe.each([LOCALES, LEGAL])('texts in %s', (folder) => {
  const namespaces = namespacesOf(folder, FALLBACK_LANGUAGE);

  it.each(others)('%s has the namespaces of English', (language) => {
    expect(namespacesOf(folder, language).sort()).toEqual(namespaces.toSorted());
  });

  it.each(others.flatMap((language) => namespaces.map((namespace) => [language, namespace] as const)))(
    '%s/%s is complete, with the same placeholders',
    (language, namespace) => {
      const english = readTexts(folder, FALLBACK_LANGUAGE, namespace);
      const texts = readTexts(folder, language, namespace);
      const same = SAME_AS_ENGLISH[namespace] ?? new Set();
      expect(compareTexts(english, texts, language, same)).toEqual([]);
    },
  );

  it.each(namespaces)('English/%s has no empty text', (namespace) => {
    const texts = readTexts(folder, FALLBACK_LANGUAGE, namespace);
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(namespaces)('English/%s is plain American English', (namespace) => {
    const texts = [...readTexts(folder, FALLBACK_LANGUAGE, namespace)];
    const plain = (text: string) => text.replace(/“[^”]*”/g, '');
    expect(texts.filter(([, text]) => AVOIDED.some((words) => words.test(plain(text))))).toEqual([]);
  });
});

describe('the interface', () => {
  it('has a text for every error code', () => {
    const keys = [...readTexts(LOCALES, FALLBACK_LANGUAGE, 'errors').keys()];
    expect(keys).toEqual(expect.arrayContaining(Object.keys(ERRORS)));
  });

  it('lists every namespace for the compiler', () => {
    const declared = readFileSync('app/ui/i18n/translation.ts', 'utf8');
    const listed = [...declared.matchAll(/^ {2}(\w+): typeof \1;/gm)].map((match) => match[1] ?? '');
    expect(listed.sort()).toEqual(namespacesOf(LOCALES, FALLBACK_LANGUAGE).sort());
  });
});

describe('compareTexts', () => {
  const english = new Map([
    ['hello', 'Hello {{name}}'],
    ['left_one', '{{count}} message'],
    ['left_other', '{{count}} messages'],
  ]);
  const japanese = new Map([
    ['hello', '{{name}} さん'],
    ['left_other', '{{count}} 件'],
  ]);
  const compare = (changes: [string, string][], language = 'ja-JP') =>
    compareTexts(english, new Map([...japanese, ...changes]), language, new Set());

  it('accepts the plural forms of each language, and a form for zero', () => {
    expect(compare([])).toEqual([]);
    expect(compare([['left_zero', 'ありません']])).toEqual([]);
  });

  it.each([
    [[['left_one', '{{count}} 件']], 'left_one: English has no such key'],
    [[['hello', '']], 'hello: empty'],
    [[['hello', 'こんにちは']], 'hello: other placeholders than in English'],
    [[['hello', 'Hello {{name}}']], 'hello: still in English'],
  ] as [[string, string][], string][])('finds %j', (changes, problem) => {
    expect(compare(changes)).toContain(problem);
  });

  it('requires all six forms of Arabic', () => {
    expect(compare([], 'ar-EG').sort()).toEqual([
      'left_few: missing',
      'left_many: missing',
      'left_one: missing',
      'left_two: missing',
      'left_zero: missing',
    ]);
  });
});
