import { describe, expect, it } from 'vitest';
import { isFiltered, listHref, modalitiesOf, NO_FILTERS, readListQuery, unknownIn } from './list-query.ts';

const read = (text: string) => readListQuery(new URLSearchParams(text));

it('lists the unknown values of an address', () => {
  const unknown = (text: string) => unknownIn(new URLSearchParams(text));
  expect(unknown('tab=smell&sort=size&modality=x&modality=text-to-text')).toEqual(['tab', 'sort', 'filter']);
  for (const filter of ['price=0', 'context=2k', 'capability=flying', 'price=free&price=toString'])
    expect([filter, unknown(filter)]).toEqual([filter, ['filter']]);
  expect(unknown('price=free&context=32k&capability=tools&sort=-context')).toEqual([]);
  expect(unknown('tab=image&sort=newest&modality=text-to-audio&q=&x=y')).toEqual([]);
  expect(unknown('tab=&sort=&price=&context=')).toEqual([]);
});

describe('the address of the list', () => {
  it('leaves out default values', () => {
    expect(read('')).toEqual({
      search: '',
      tab: 'all',
      order: 'featured',
      ...NO_FILTERS,
      view: null,
      showsAll: false,
      cursor: undefined,
    });
    expect(listHref(read(''))).toBe('/models');
  });

  it('includes everything else, in a fixed order', () => {
    const text =
      '?tab=image&sort=cheapest&modality=text-to-image&modality=image-to-image&maker=openai&maker=x-ai' +
      '&price=upTo5&context=128k&capability=vision&capability=tools&view=table&show=all&cursor=a%2Fb';
    const query = read(text);
    expect(listHref(query, { cursor: query.cursor })).toBe(`/models${text}`);
    expect(read('modality=image-to-image&modality=text-to-image').modalities).toEqual(query.modalities);
  });

  it('returns to the first page when anything changes', () => {
    expect(listHref(read('cursor=a/b'), { tab: 'video' })).toBe('/models?tab=video');
  });

  it('bounds makers', () => {
    expect(read('maker=openai&maker=openai&maker=<b>&maker=').makers).toEqual(['openai']);
    expect(read(`maker=${'x'.repeat(65)}`).makers).toEqual([]);
    const many = Array.from({ length: 99 }, (_, index) => `maker=m${index}`).join('&');
    expect(read(many).makers).toHaveLength(32);
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

it.each([
  ['', false],
  ['q=x&tab=image&sort=name&view=table&show=all', false],
  ['maker=openai', true],
  ['price=free', true],
  ['context=1m', true],
  ['capability=tools', true],
  ['modality=text-to-text', true],
])('an address with %j has filters: %j', (text, expected) => {
  expect(isFiltered(read(text))).toBe(expected);
});
