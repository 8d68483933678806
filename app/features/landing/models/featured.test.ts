import { describe, expect, it } from 'vitest';
import { featuredSearch, readFeaturedQuery } from './featured.ts';

const read = (query: string) => readFeaturedQuery(new URLSearchParams(query));

describe('what the list of the landing page is narrowed to', () => {
  it.each([
    ['', { search: '', tab: 'all' }],
    ['tab=video', { search: '', tab: 'video' }],
    ['tab=music', { search: '', tab: 'all' }],
    ['q=+flux+', { search: 'flux', tab: 'all' }],
    ['q=flux&tab=video', { search: 'flux', tab: 'all' }],
    ['q=+&tab=image', { search: '', tab: 'image' }],
  ])('%j is %j', (query, wanted) => {
    expect(read(query)).toEqual(wanted);
  });

  it('reads what it wrote', () => {
    for (const query of ['', 'tab=text', 'q=a%26b%3Dc', 'q=%C3%A9'])
      expect(read(featuredSearch(read(query)))).toEqual(read(query));
  });

  it('takes no more letters than a search has', () => {
    expect(read(`q=${'x'.repeat(5000)}`).search).toHaveLength(200);
  });
});
