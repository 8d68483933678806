import { expect, it } from 'vitest';
import { lastModelCookie, lastUsedFirst, readLastModels } from './last-model.ts';

const pair = (cookie: string) => cookie.split(';')[0] ?? '';

/** Returns the cookies after the given models were used in this order. */
function after(...used: (readonly [endpoint: string, model: string])[]): string {
  let cookies = 'lang=auto';
  for (const [endpoint, model] of used)
    cookies = `lang=auto; ${pair(lastModelCookie(cookies, endpoint, model))}`;
  return cookies;
}

it('remembers the last two models of each endpoint, even after many at another endpoint', () => {
  const many = Array.from({ length: 20 }, (_, number) => ['openAI', `openai/${number}`] as const);
  const cookies = after(['google', 'google/a'], ...many, ['openAI', 'openai/19']);
  expect(readLastModels(cookies)).toEqual([
    { endpoint: 'openAI', primaryModel: 'openai/19', secondaryModel: 'openai/18' },
    { endpoint: 'google', primaryModel: 'google/a', secondaryModel: null },
  ]);
});

it('reads nothing from a cookie that another program wrote', () => {
  expect(readLastModels('lastSelectedModel=<script>, ,x y')).toEqual([]);
  expect(readLastModels('lastSelectedModel=openai/a,openAI~a b,openAI~a~<b>')).toEqual([
    { endpoint: 'openAI', primaryModel: 'a', secondaryModel: null },
  ]);
  expect(readLastModels(null)).toEqual([]);
});

it('orders the menu by last use and keeps the order of the rest', () => {
  const models = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const last = readLastModels(after(['google', 'e'], ['openAI', 'b'], ['openAI', 'gone'], ['openAI', 'd']));
  expect(lastUsedFirst(models, last).map(({ id }) => id)).toEqual(['d', 'e', 'a', 'b', 'c']);
  expect(
    lastUsedFirst(models, readLastModels(after(['openAI', 'b'], ['openAI', 'd']))).map(({ id }) => id),
  ).toEqual(['d', 'b', 'a', 'c', 'e']);
});
