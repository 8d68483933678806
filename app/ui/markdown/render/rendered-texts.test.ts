import { describe, expect, it } from 'vitest';
import { findRenderings, storeRendering, type Rendering } from './rendered-texts.server.ts';

const MEGABYTE = 1024 * 1024;

const keep = (key: string, html: string) => storeRendering(key, { html, math: false }, false);
const found = async (...keys: string[]) =>
  (await findRenderings(keys, false)).map((rendering) => rendering !== undefined);

/** Four of these entries fill the cache of this process. */
const quarter = (key: string): Rendering => ({ html: 'x'.repeat(4 * MEGABYTE - key.length), math: false });

describe('cached renderings', () => {
  it('are those used last, up to the size limit', async () => {
    for (const key of ['a', 'b', 'c', 'd']) storeRendering(key, quarter(key), false);
    expect(await found('a')).toEqual([true]);
    storeRendering('e', quarter('e'), false);
    expect(await found('a', 'b', 'c', 'd', 'e')).toEqual([true, false, true, true, true]);
  });

  it('count a replaced entry once', async () => {
    for (const key of ['a', 'b', 'c', 'd']) storeRendering(key, quarter(key), false);
    for (let again = 0; again < 3; again += 1) storeRendering('a', quarter('a'), false);
    expect(await found('a', 'b', 'c', 'd')).toEqual([true, true, true, true]);
  });

  it('exclude an entry that would evict a quarter of the others', async () => {
    keep('small', 'x');
    keep('large', 'x'.repeat(4 * MEGABYTE));
    expect(await found('small', 'large')).toEqual([true, false]);
  });

  it('distinguish plain text, which is cached too, from a missing entry', async () => {
    storeRendering('plain', null, false);
    expect(await findRenderings(['plain', 'nobody'], false)).toEqual([null, undefined]);
  });
});
