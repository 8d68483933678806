import { describe, expect, it } from 'vitest';
import { listHref, modalitiesOf, readListQuery, unknownIn } from './list-query.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text));

it('names what an address asks for and is not there', () => {
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
  it('says nothing of what goes without saying', () => {
    expect(read('')).toEqual({
      search: '',
      tab: 'all',
      order: 'featured',
      modalities: [],
      cursor: undefined,
    });
    expect(listHref(read(''))).toBe('/models');
  });

  it('keeps everything else, in one order', () => {
    const text = '?tab=image&sort=cheapest&modality=text-to-image&modality=image-to-image&cursor=a%2Fb';
    const query = read(text);
    expect(listHref(query, { cursor: query.cursor })).toBe(`/models${text}`);
    expect(read('modality=image-to-image&modality=text-to-image').modalities).toEqual(query.modalities);
  });

  it('begins at the first models when anything changes', () => {
    expect(listHref(read('cursor=a/b'), { tab: 'video' })).toBe('/models?tab=video');
  });

  it('is on all models while something is searched for', () => {
    expect(read('q=+flux+&tab=image')).toMatchObject({ search: 'flux', tab: 'all' });
    expect(read('q=++&tab=image')).toMatchObject({ search: '', tab: 'image' });
  });

  it('leaves out what it does not know', () => {
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

it('knows what makes a picture', () => {
  expect(modalitiesOf('image')).toEqual(['text-to-image', 'image-to-image']);
  expect(modalitiesOf('all')).toEqual([]);
});
