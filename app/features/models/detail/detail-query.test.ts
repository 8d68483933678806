import { describe, expect, it } from 'vitest';
import { afterSort, afterTab, readView, unknownIn, viewHref } from './detail-query.ts';

const read = (text: string) => readView(new URLSearchParams(text));

it('lists the unknown values of an address', () => {
  const unknown = (text: string) => unknownIn(new URLSearchParams(text));
  expect(unknown('tab=x&sort=--input')).toEqual(['section', 'column']);
  expect(unknown('tab=api&sort=-input')).toEqual([]);
  expect(unknown('')).toEqual([]);
});

describe('the view of a model', () => {
  it('is stored in its address', () => {
    for (const text of ['', '?tab=api', '?sort=-input', '?tab=providers&sort=price'])
      expect(viewHref('maker/model', read(text))).toBe(`/models/maker/model${text}`);
    expect(read('tab=x&sort=--input')).toEqual({ section: null, sort: null });
  });

  it('shows one section after a click on its tab, and all after a second click', () => {
    const one = afterTab(read(''), 'api');
    expect(one.section).toBe('api');
    expect(afterTab(one, 'parameters').section).toBe('parameters');
    expect(afterTab(one, 'api').section).toBeNull();
  });

  it('sorts in ascending order first, then descending', () => {
    const first = afterSort(read('tab=providers'), 'input');
    expect(first).toEqual({ section: 'providers', sort: { by: 'input', isDescending: false } });
    const second = afterSort(first, 'input');
    expect(second.sort).toEqual({ by: 'input', isDescending: true });
    expect(afterSort(second, 'input')).toEqual(first);
    expect(afterSort(second, 'name').sort).toEqual({ by: 'name', isDescending: false });
  });
});
