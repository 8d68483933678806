import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from './functions/index.ts';
import { piecesOf, type Reads, type Room } from './functions/reads.ts';
import { grow, MOST_GROWTH, type Grown } from './grow.ts';
import { MARKDOWN_SHAPES } from './markdown-shapes.ts';
import { SHAPES } from './shapes.ts';

const columns = ({ times }: Grown) => times.map((time) => time.toFixed(1).padStart(8)).join('');

describe.each(Object.entries(FUNCTIONS))('texts of strangers in %s', (room, functions) => {
  const shapes = room.endsWith('markdown') ? { ...SHAPES, ...MARKDOWN_SHAPES } : SHAPES;
  it.each(Object.entries(functions))(
    'take %s time that grows with their length',
    async (name, read) => {
      const rows: { shape: string; grown: Grown }[] = [];
      for (const [shape, make] of Object.entries(shapes)) rows.push({ shape, grown: await grow(read, make) });
      const slowest = rows.toSorted((a, b) => b.grown.times.at(-1)! - a.grown.times.at(-1)!).slice(0, 2);
      for (const { shape, grown } of slowest)
        console.log(`${name.padEnd(30)} ${shape.padEnd(36)} ${columns(grown)} ms`);
      const bad = rows.filter(({ grown }) => grown.growth >= MOST_GROWTH);
      expect(bad.map(({ shape, grown }) => `${shape}: ${columns(grown)}`)).toEqual([]);
    },
    180_000,
  );
});

const QUADRATIC: Room = {
  'an expression that begins again at each place': (text) => /0+$/.test(text),
  'a search to the end from each place': (text) => {
    let found = 0;
    for (let at = 0; at < text.length; at += 1) found += text.indexOf('\u{1f}', at);
    return found;
  },
  'a look at all lines for each line': (text) => {
    const lines = text.split('0000');
    return lines.map((_line, place) => lines.indexOf(`${place}`));
  },
  'a look at all that came with each piece': (text) => {
    let [seen, found] = ['', 0];
    // Slow enough to show it early: who shows it in the longest text alone is confirmed with one that takes half a minute.
    for (const piece of piecesOf(text, 32)) {
      seen += piece;
      for (const letter of seen) found += letter === 'y' ? 1 : 0;
    }
    return found;
  },
};

const HARMLESS: Room = {
  'what sorts': (text) => Array.from(text).sort(),
  'what takes a microsecond for each letter': (text) => {
    let sum = 0;
    for (let step = 0; step < text.length * 500; step += 1) sum = (sum + step) & 0xff;
    return sum;
  },
  'what copies much': (text) => piecesOf(text, 8).map((piece) => ({ piece, list: Array.from(piece) })),
};

const growthIn = async (read: Reads) => (await grow(read, SHAPES['digits before a letter']!)).growth;

describe('control', () => {
  it.each(Object.entries(QUADRATIC))(
    '%s is found',
    async (_name, read) => {
      expect(await growthIn(read)).toBeGreaterThan(MOST_GROWTH);
    },
    60_000,
  );

  it.each(Object.entries(HARMLESS))(
    '%s is not blamed',
    async (_name, read) => {
      expect(await growthIn(read)).toBeLessThan(MOST_GROWTH);
    },
    60_000,
  );
});
