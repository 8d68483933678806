import { expect, it } from 'vitest';
import { optionsFor, playgroundOptions } from './options.ts';

it('keeps the options of each output that are set', () => {
  const all = { temperature: 1, seconds: 4, size: '1280x720', quality: 'low', seed: undefined };
  expect(optionsFor('text', all)).toEqual({ temperature: 1 });
  expect(optionsFor('image', all)).toEqual({ size: '1280x720', quality: 'low' });
  expect(optionsFor('video', all)).toEqual({ seconds: 4, size: '1280x720' });
});

it.each([
  ['size', 'large'],
  ['aspect_ratio', '16/9'],
  ['resolution', 'a b'],
  ['seconds', 0],
  ['n', 5],
  ['partial_images', 4],
  ['sound', 'loud'],
  ['seed', -1],
])('refuses as %s: %s', (name, value) => {
  expect(playgroundOptions.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name]);
});
