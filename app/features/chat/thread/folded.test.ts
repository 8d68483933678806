import { expect, it } from 'vitest';
import { mayBeTall } from './Folded.tsx';

it.each([
  ['a short text', 'Hello', false],
  ['many lines', 'a\n'.repeat(12), true],
  ['one long line', 'word '.repeat(80), true],
  ['half as many letters of Chinese', '字'.repeat(150), true],
  ['a few lines', 'a line of words\n'.repeat(5), false],
])('mayBeTall of %s: %s', (_what, text, expected) => {
  expect(mayBeTall(text)).toBe(expected);
});
