import { expect, it } from 'vitest';
import { longFirst } from './long-files-first.mjs';

const order = (files: string[]) => longFirst(files, (file) => file);

it('puts long files first and keeps the order of the others', () => {
  const files = ['tests/http/b.test.ts', 'tests/http/a.test.ts', 'tests/http/routes/foreign-ids.test.ts'];
  expect(order(files)).toEqual([files[2], files[0], files[1]]);
});

it('pairs waiting files with busy ones', () => {
  const [media, options, presets] = ['media', 'options', 'presets'].map(
    (name) => `tests/e2e/flows/${name}.test.ts`,
  );
  const [keys, docs, models, menus] = ['keys', 'docs', 'models', 'menus'].map(
    (name) => `tests/e2e/flows/axe/${name}.test.ts`,
  );
  expect(order([options!, keys!, docs!, media!, presets!, models!, menus!])).toEqual([
    keys,
    media,
    docs,
    options,
    models,
    presets,
    menus,
  ]);
  expect(order([keys!])).toEqual([keys]);
});
