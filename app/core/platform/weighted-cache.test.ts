import { describe, expect, it } from 'vitest';
import { weightedCache } from './weighted-cache.ts';

describe('a weighted cache', () => {
  it('holds what was used last, up to its weight', () => {
    const cache = weightedCache<string>(100);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 25);
    expect(cache.get('a')).toBe('a');
    cache.set('e', 'e', 25);
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd', 'e']);
    expect(cache.weight()).toBe(100);
  });

  it('weighs what takes the place of another once', () => {
    const cache = weightedCache<string>(100);
    cache.set('a', 'one', 20);
    cache.set('a', 'two', 10);
    expect(cache.get('a')).toBe('two');
    expect(cache.weight()).toBe(10);
  });

  it('keeps nothing that would put out all else', () => {
    const cache = weightedCache<string>(100);
    cache.set('a', 'a', 10);
    cache.set('b', 'b', 26);
    expect([cache.get('a'), cache.get('b')]).toEqual(['a', undefined]);
  });
});
