import { expect, it } from 'vitest';
import { lastModelCookie, lastUsedFirst, readLastModels } from './last-model.ts';

const pair = (cookie: string) => cookie.split(';')[0] ?? '';

it('puts the model used last in front and forgets the ninth', () => {
  let cookies = 'lang=auto';
  for (const model of [1, 2, 3, 4, 5, 6, 7, 8, 9, 5].map((number) => `a/${number}`)) {
    cookies = `lang=auto; ${pair(lastModelCookie(cookies, model))}`;
  }
  expect(readLastModels(cookies)).toEqual([5, 9, 8, 7, 6, 4, 3, 2].map((number) => `a/${number}`));
});

it('reads nothing from a cookie that somebody else wrote', () => {
  expect(readLastModels('lastSelectedModel=<script>, ,x y')).toEqual([]);
  expect(readLastModels(null)).toEqual([]);
});

it('orders the menu and keeps the rest as it was', () => {
  const models = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(lastUsedFirst(models, ['c', 'gone', 'b']).map((model) => model.id)).toEqual(['c', 'b', 'a', 'd']);
});
