import { expect, it } from 'vitest';
import { contextLabel } from './context-label.ts';

it.each([
  [0, null],
  [512, '512'],
  [8191, '8.2K'],
  [8192, '8.2K'],
  [128_000, '128K'],
  [262_144, '262K'],
  [999_999, '1M'],
  [1_000_000, '1M'],
  [1_048_576, '1.05M'],
  [2_000_000, '2M'],
])('labels %i tokens %s', (tokens, label) => {
  expect(contextLabel(tokens)).toBe(label);
});
