import { describe, expect, it } from 'vitest';
import { groupByTag, hashTag, streamTags, streamUrls, tagOf, tagOfKey } from './stream-redis.ts';

/** Ids with every ending that there is. */
const IDS = Array.from(
  { length: 256 },
  (_, ending) => `0198c1d2-0000-7000-8000-0000000000${ending.toString(16).padStart(2, '0')}`,
);

describe('hash tags', () => {
  it('share all ids evenly', () => {
    const ids = new Map<string, number>();
    for (const id of IDS) ids.set(hashTag(id), (ids.get(hashTag(id)) ?? 0) + 1);
    expect([...ids.values()]).toEqual(Array.from({ length: 64 }, () => 4));
    expect([...ids.keys()].every((tag) => /^\{\d{1,2}\}$/.test(tag))).toBe(true);
  });

  it('are the same for a name that is not an id', () => {
    expect([hashTag('#api-keys'), hashTag('')]).toEqual(['{0}', '{0}']);
  });

  it('stand at the beginning of a key', () => {
    expect(tagOfKey('{17}reply:one:log')).toBe('{17}');
    expect(tagOfKey('reply:one:log')).toBe('');
  });
});

describe('without a cluster', () => {
  it('no key has a tag, and messages arrive from the shared Redis', () => {
    expect(IDS.map(tagOf).every((tag) => tag === '')).toBe(true);
    expect(streamTags()).toEqual(['']);
    const settings = { REDIS_URL: 'redis://one', REDIS_CLUSTER: [] };
    expect(streamUrls(settings)).toEqual(['redis://one']);
    expect(streamUrls({ ...settings, REDIS_CLUSTER: ['redis://two'] })).toEqual(['redis://two']);
  });
});

describe('groupByTag', () => {
  it('groups items by the tags of their keys, in their order', () => {
    const groups = groupByTag(['{1}a', '{2}b', '{1}c', 'd'], (key) => key);
    expect([...groups]).toEqual([
      ['{1}', ['{1}a', '{1}c']],
      ['{2}', ['{2}b']],
      ['', ['d']],
    ]);
    expect(groupByTag([], String).size).toBe(0);
  });
});
