import { expect, it } from 'vitest';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { MAX_PAIRS, readPair, writePair, type Subcategory } from '#app/contracts/playground/playground.ts';
import type { PairOption } from '#app/features/playground/playground-data.ts';
import { firstPairs, firstSubcategory, namedPairs, pairsOf } from './selection.ts';

const model = (id: string, providers: string[], bar: ListedModel['bar'] = null) =>
  ({
    id,
    name: id,
    bar,
    offers: providers.map((provider) => ({
      provider,
      name: provider,
      bar: null,
      supports: ['text-to-text'],
      parameters: { temperature: {}, top_p: false },
    })),
  }) as unknown as ListedModel;

const options = pairsOf(
  [
    model('a', ['x', 'y', 'z']),
    model('gone', ['x'], 'retired'),
    model('b', ['x']),
    model('c', ['y']),
    model('d', ['y']),
  ],
  'text-to-text',
);

it('chooses the first three models by default, with up to two providers each', () => {
  expect(firstPairs(options).map(({ pair }) => pair)).toEqual(['x:a', 'y:a', 'x:b', 'y:c']);
});

it('offers no model that cannot be called or does not make the output', () => {
  expect(options.map(({ model: id }) => id)).not.toContain('gone');
  expect(pairsOf([model('a', ['x'])], 'text-to-image')).toEqual([]);
});

it('lists the parameters that a pair does not accept', () => {
  expect(options[0]!.leavesOut).toEqual(['top_p']);
});

it('takes each named pair once, in order, and leaves out unavailable ones', () => {
  const { selected } = namedPairs(options, ['y:a', 'x:b', 'y:a', 'x:nothing', ':', 'a']);
  expect(selected.map(({ pair }) => pair)).toEqual(['y:a', 'x:b']);
});

it('cuts pairs above the limit of a prompt, and reports it', () => {
  const many = pairsOf(
    [
      model(
        'm',
        Array.from({ length: 20 }, (_, index) => `p${index}`),
      ),
    ],
    'text-to-text',
  );
  const { selected, wasCut } = namedPairs(
    many,
    many.map(({ pair }) => pair),
  );
  expect([selected.length, wasCut]).toEqual([MAX_PAIRS, true]);
});

it('reads pairs as they are written, and nothing else', () => {
  const pair = { model: 'deep/seek:free', provider: 'open' };
  expect(readPair(writePair(pair))).toEqual(pair);
  expect([readPair(''), readPair(':a'), readPair('a'.repeat(300)), readPair(`${'a'.repeat(50)}:b`)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

const offered = (pairs: Partial<Record<Subcategory, string[]>>) => (one: Subcategory) =>
  (pairs[one] ?? []).map((pair) => ({ pair }) as PairOption);

const WORDS = { 'text-to-text': ['x:words'], 'image-to-text': ['x:eyes'] };

const PICTURES = { 'text-to-image': ['x:brush'] };

it('begins with text, the default of the specification', () => {
  expect(firstSubcategory(offered({ ...WORDS, ...PICTURES }), [])).toBe('text-to-text');
});

it('begins with an output that a model here makes, and with text when none makes anything', () => {
  expect(firstSubcategory(offered({ ...PICTURES, 'text-to-video': ['x:film'] }), [])).toBe('text-to-image');
  expect(firstSubcategory(offered({}), [])).toBe('text-to-text');
});

it('begins with an output of a named pair', () => {
  const all = offered({ ...WORDS, ...PICTURES });
  expect(firstSubcategory(all, ['x:gone', 'x:eyes'])).toBe('image-to-text');
  expect(firstSubcategory(all, ['x:brush'])).toBe('text-to-image');
  expect(firstSubcategory(all, ['x:gone'])).toBe('text-to-text');
});
