import { describe, expect, it } from 'vitest';
import { initialsOf } from './Avatar.tsx';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  grace   brewster murray hopper ', 'GH'],
    ['Plato', 'P'],
    ['山田 太郎', '山太'],
    ['😀 Smile', '😀S'],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
