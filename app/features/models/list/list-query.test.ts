import { describe, expect, it } from 'vitest';
import { listHref, modalitiesOf, readListQuery, unknownIn } from './list-query.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text));

it('lists the unknown values of an address', () => {
  const unknown = (text: string) => unknownIn(new URLSearchParams(text));
  expect(unknown('tab=smell&sort=size&modality=x&modality=text-to-text')).toEqual([
    'tab',
    'sort',
    'modality',
  ]);
  expect(unknown('tab=image&sort=newest&modality=text-to-audio&q=&x=y')).toEqual([]);
  expect(unknown('tab=&sort=')).toEqual([]);
});

describe('the address of the list', () => {
  it('leaves out default values', () => {
    expect(read('')).toEqual({
      search: '',
      tab: 'all',
      order: 'featured',
      modalities: [],
      showsAll: false,
      cursor: undefined,
    });
    expect(listHref(read(''))).toBe('/models');
  });

  it('includes everything else, in a fixed order', () => {
    const text =
      '?tab=image&sort=cheapest&modality=text-to-image&modality=image-to-image&show=all&cursor=a%2Fb';
    const query = read(text);
    expect(listHref(query, { cursor: query.cursor })).toBe(`/models${text}`);
    expect(read('modality=image-to-image&modality=text-to-image').modalities).toEqual(query.modalities);
  });

  it('returns to the first page when anything changes', () => {
    expect(listHref(read('cursor=a/b'), { tab: 'video' })).toBe('/models?tab=video');
  });

  it('covers all models during a search', () => {
    expect(read('q=+flux+&tab=image')).toMatchObject({ search: 'flux', tab: 'all' });
    expect(read('q=++&tab=image')).toMatchObject({ search: '', tab: 'image' });
  });

  it('ignores unknown values', () => {
    expect(read('tab=smell&sort=size&modality=x&modality=text-to-text')).toMatchObject({
      tab: 'all',
      order: 'featured',
      modalities: ['text-to-text'],
    });
    expect(read('search=flux')).toEqual(read('q=flux'));
    expect(read('search=flux&q=veo').search).toBe('veo');
    expect(read(`q=${'x'.repeat(9000)}`).search).toHaveLength(200);
  });
});

it('lists the modalities that make an image', () => {
  expect(modalitiesOf('image')).toEqual(['text-to-image', 'image-to-image']);
  expect(modalitiesOf('all')).toEqual([]);
});
