import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['gpt-5', 'gpt-5', 0],
    ['gpt5', 'gpt-5', 1],
    ['kitten', 'sitting', 3],
    ['abc', '', 3],
    ['flaw', 'lawn', 2],
  ])('between %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b, 5)).toBe(distance);
    expect(editDistance(b, a, 5)).toBe(distance);
  });

  it('says no more than that it is too far', () => {
    expect(editDistance('kitten', 'sitting', 2)).toBe(3);
    expect(editDistance('a', 'a much longer text', 2)).toBe(3);
  });
});
