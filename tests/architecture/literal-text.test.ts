import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './files-below.ts';
import { literalTexts } from './literal-text.ts';

describe('texts in components', () => {
  it('come from the locales', () => {
    const found = filesBelow('app', '.tsx').flatMap((file) =>
      literalTexts(file, readFileSync(file, 'utf8')).map((problem) => `${file}:${problem}`),
    );
    expect(found).toEqual([]);
  });
});

describe('literalTexts', () => {
  it.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p>مرحبا</p>', 'مرحبا'],
    ["<p>{'Hello'}</p>", 'Hello'],
    ["<p>{open ? 'Yes' : null}</p>", 'Yes'],
    ["<p>{open && 'Yes'}</p>", 'Yes'],
    ['<p>{`Hello ${name}`}</p>', 'Hello'],
    ['<img alt="A cat" />', 'A cat'],
    ["<a title={open ? 'Open' : t('shut')} />", 'Open'],
    ['<Field label="E-mail" />', 'E-mail'],
  ])('finds the text in %s', (jsx, words) => {
    expect(literalTexts('a.tsx', `const a = ${jsx};`)).toEqual([`1: ${words}`]);
  });

  it.each([
    "<p>{t('hello')}</p>",
    '<p>·</p>',
    '<p className="text-bad">{name}</p>',
    "<a href={open ? '/a' : '/b'} />",
    '<input type="email" name="email" />',
    '<p>{count}/{total}</p>',
  ])('ignores %s', (jsx) => {
    expect(literalTexts('a.tsx', `const a = ${jsx};`)).toEqual([]);
  });
});
