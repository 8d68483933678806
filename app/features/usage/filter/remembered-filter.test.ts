import { describe, expect, it } from 'vitest';
import { rememberedSearch } from './remembered-filter.ts';

const stored = (filter: object) =>
  JSON.stringify({ user: null, model: null, source: null, dateInterval: 'ALL', ...filter });

describe('a stored filter', () => {
  it('applies to an address without one, and preserves the tab', () => {
    const filter = stored({ model: 'a/b', dateInterval: '1W' });
    expect(rememberedSearch('', filter)).toBe('?model=a%2Fb&dateInterval=1W');
    expect(rememberedSearch('?tab=activity', filter)).toBe('?tab=activity&model=a%2Fb&dateInterval=1W');
  });

  it.each(['?dateInterval=ALL', '?model=x', '?source=', '?user=y', '?page=2', '?until=z'])(
    'does not change %s',
    (search) => expect(rememberedSearch(search, stored({ model: 'a/b' }))).toBeNull(),
  );

  it.each([null, '', '{', 'null', '7', '[]', '{"model":7}', stored({}), stored({ model: 'x'.repeat(300) })])(
    'is ignored if %j is stored',
    (text) => expect(rememberedSearch('', text)).toBeNull(),
  );

  it('results in an address to which it is not applied again', () => {
    for (const text of [stored({ model: 'a/b' }), '{"model":"a/b"}']) {
      const search = rememberedSearch('', text)!;
      expect(rememberedSearch(search, text)).toBeNull();
    }
  });

  it('works from the source of the function alone', () => {
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- As the page does it.
    const run = new Function(`return (${rememberedSearch.toString()})`)() as typeof rememberedSearch;
    expect(run('', stored({ source: 'k' }))).toBe('?source=k&dateInterval=ALL');
  });
});
