import { expect, it } from 'vitest';
import { lastModelCookie, lastUsedFirst, readLastModels } from './last-model.ts';

const pair = (cookie: string) => cookie.split(';')[0] ?? '';

it('puts the model used last in front and forgets the sixth', () => {
  let cookies = 'lang=auto';
  for (const model of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6', 'a/5']) {
    cookies = `lang=auto; ${pair(lastModelCookie(cookies, model))}`;
  }
  expect(readLastModels(cookies)).toEqual(['a/5', 'a/6', 'a/4', 'a/3', 'a/2']);
});

it('reads nothing from a cookie that somebody else wrote', () => {
  expect(readLastModels('lastSelectedModel=<script>, ,x y')).toEqual([]);
  expect(readLastModels(null)).toEqual([]);
});

it('orders the menu and keeps the rest as it was', () => {
  const models = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(lastUsedFirst(models, ['c', 'gone', 'b']).map((model) => model.id)).toEqual(['c', 'b', 'a', 'd']);
});
