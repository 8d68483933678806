import { expect, it } from 'vitest';
import { trimEnd } from './trim-end.ts';

it.each([
  ['2500', '0', '25'],
  ['000', '0', ''],
  ['', '/', ''],
  ['https://a.example//b//', '/', 'https://a.example//b'],
  ['“A title.”', '"”.', '“A title'],
  ['a/b', '/', 'a/b'],
])('of %j without %j at its end %j is left', (text, characters, left) => {
  expect(trimEnd(text, characters)).toBe(left);
});
