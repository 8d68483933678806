import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CellView } from '#app/features/playground/playground-data.ts';
import { CellFigures, sortCells, speedOf, type LiveFigures } from './CellFigures.tsx';

const cell = (id: string, more: Partial<CellView>) =>
  ({
    id,
    by: {},
    tokens: null,
    totalMs: null,
    firstTokenMs: null,
    chargedMicro: null,
    maxMicro: null,
    ...more,
  }) as CellView;

const slow = cell('slow', { tokens: 10, firstTokenMs: 1000, totalMs: 6000, chargedMicro: '5' });
const fast = cell('fast', { tokens: 100, firstTokenMs: 1000, totalMs: 2000, chargedMicro: '900' });
const open = cell('open', {});

it('counts speed after the first token, and has none for an answer without one', () => {
  expect(speedOf(fast)).toBe(100);
  expect(speedOf(open)).toBeNull();
  expect(speedOf({ tokens: 4, firstTokenMs: 5, totalMs: 5 })).toBeNull();
});

it.each([
  ['place', ['open', 'slow', 'fast']],
  ['price', ['slow', 'fast', 'open']],
  ['speed', ['fast', 'slow', 'open']],
  ['finish', ['fast', 'slow', 'open']],
] as const)('sorts by %s, unknown values last', (sort, ids) => {
  expect(sortCells([open, slow, fast], sort).map(({ id }) => id)).toEqual(ids);
});

describe('the figures of a cell', () => {
  /** Name and value of each figure, by the keys of their texts. */
  const figures = (shown: CellView, output: 'text' | 'image', live?: LiveFigures) => {
    const html = renderToStaticMarkup(<CellFigures cell={shown} output={output} live={live} />);
    return [...html.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*><bdi>([^<]*)<\/bdi>/g)].map(
      ([, name, value]) => `${name} ${value}`,
    );
  };
  const live = { firstTokenMs: 420, tokensPerSecond: null, elapsedMs: 3999 };

  it('have the same places before the first token, while it is written, and at its end', () => {
    const names = ['figure.cost', 'figure.time', 'figure.first', 'figure.speed'];
    const places = (shown: string[]) => shown.map((figure) => figure.split(' ')[0]);
    for (const shown of [
      figures(open, 'text'),
      figures(open, 'text', live),
      figures(cell('x', { totalMs: 1 }), 'text'),
    ])
      expect(places(shown)).toEqual(names);
    expect(places(figures(open, 'image', live))).toEqual(names.slice(0, 2));
  });

  it('show a limit of the cost and estimates while it is written, and a dash for the unknown', () => {
    expect(figures(cell('x', { maxMicro: '9800' }), 'text', live)).toEqual([
      'figure.cost upTo',
      'figure.time 3 s',
      'figure.first ≈ 0.42 s',
      'figure.speed –',
    ]);
    expect(figures(open, 'image')).toEqual(['figure.cost –', 'figure.time –']);
  });

  it('are hidden with the name of the model, which they would tell', () => {
    expect(figures(cell('x', { by: null, totalMs: 1 }), 'text', live)).toEqual([]);
  });
});
