import { describe, expect, it } from 'vitest';
import { featuredSearch, readFeaturedQuery } from './featured.ts';

const read = (query: string) => readFeaturedQuery(new URLSearchParams(query));

describe("the query of the landing page's list", () => {
  it.each([
    ['', { search: '', tab: 'all' }],
    ['tab=video', { search: '', tab: 'video' }],
    ['tab=music', { search: '', tab: 'all' }],
    ['q=+flux+', { search: 'flux', tab: 'all' }],
    ['q=flux&tab=video', { search: 'flux', tab: 'all' }],
    ['q=+&tab=image', { search: '', tab: 'image' }],
  ])('reads %j as %j', (query, wanted) => {
    expect(read(query)).toEqual(wanted);
  });

  it('reads its own output', () => {
    for (const query of ['', 'tab=text', 'q=a%26b%3Dc', 'q=%C3%A9'])
      expect(read(featuredSearch(read(query)))).toEqual(read(query));
  });

  it('cuts a search to its maximum length', () => {
    expect(read(`q=${'x'.repeat(5000)}`).search).toHaveLength(200);
  });
});
