import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyCache, type KeyCache } from './known-keys.ts';

let now: number;
let asked: string[];
let cache: KeyCache<string>;

beforeEach(() => {
  now = 0;
  asked = [];
  cache = createKeyCache({ freshMs: 800, max: 3, clock: () => now });
});

/** The database: it has nothing for `no…` and throws for `broken`. */
const ask = (hash: string) =>
  cache.lookUp(hash, async () => {
    asked.push(hash);
    if (hash === 'broken') throw new Error('away');
    return hash.startsWith('no') ? null : `${hash} at ${now}`;
  });

describe('the cache of keys', () => {
  it.each([
    ['a', 'a at 0'],
    ['no', null],
  ])('reuses the answer for %j until it expires', async (hash, said) => {
    expect(await ask(hash)).toBe(said);
    now = 799;
    expect(await ask(hash)).toBe(said);
    expect(asked).toEqual([hash]);
    now = 800;
    await ask(hash);
    expect(asked).toEqual([hash, hash]);
  });

  it('shares one query among concurrent callers', async () => {
    expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual(['a at 0', 'a at 0', 'a at 0']);
    expect(asked).toEqual(['a']);
  });

  it('counts the time from before the query, however long it takes', async () => {
    let answer: (said: string) => void = () => undefined;
    const slow = cache.lookUp('a', () => new Promise((resolve) => (answer = resolve)));
    now = 700;
    answer('old');
    expect(await slow).toBe('old');
    now = 800;
    expect(await ask('a')).toBe('a at 800');
  });

  it('forgets at once, also pending queries', async () => {
    let answer: (said: string) => void = () => undefined;
    const slow = cache.lookUp('a', () => new Promise((resolve) => (answer = resolve)));
    cache.forget('a');
    answer('old');
    await slow;
    expect(await ask('a')).toBe('a at 0');
    cache.forget('a');
    await ask('a');
    cache.clear();
    await ask('a');
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('does not cache errors', async () => {
    await expect(ask('broken')).rejects.toThrow('away');
    await expect(ask('broken')).rejects.toThrow('away');
    expect(asked).toHaveLength(2);
  });

  it('is bounded; lookups of unknown values do not evict keys', async () => {
    for (const hash of ['a', 'b', 'c']) await ask(hash);
    for (let n = 0; n < 50; n += 1) await ask(`no ${n}`);
    asked = [];
    for (const hash of ['a', 'b', 'c', 'no 49', 'no 47']) await ask(hash);
    expect(asked).toEqual([]);
    await ask('no 46');
    await ask('d');
    await ask('b');
    expect(asked, 'the oldest made room').toEqual(['no 46', 'd']);
    await ask('a');
    expect(asked).toEqual(['no 46', 'd', 'a']);
  });
});
