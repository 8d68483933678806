import { expect, it } from 'vitest';
import { trimEnd } from './trim-end.ts';

it.each([
  ['2500', '0', '25'],
  ['000', '0', ''],
  ['', '/', ''],
  ['https://a.example//b//', '/', 'https://a.example//b'],
  ['“A title.”', '"”.', '“A title'],
  ['a/b', '/', 'a/b'],
])('turns %j without trailing %j into %j', (text, characters, left) => {
  expect(trimEnd(text, characters)).toBe(left);
});
