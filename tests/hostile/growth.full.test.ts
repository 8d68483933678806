import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from './functions/index.ts';
import { grow, MAX_GROWTH, type Grown } from './grow.ts';
import { MARKDOWN_SHAPES } from './markdown-shapes.ts';
import { SHAPES } from './shapes.ts';

const columns = ({ times }: Grown) => times.map((time) => time.toFixed(1).padStart(8)).join('');

describe.each(Object.entries(FUNCTIONS))('untrusted texts in %s', (room, functions) => {
  const shapes = room.endsWith('markdown') ? { ...SHAPES, ...MARKDOWN_SHAPES } : SHAPES;
  it.each(Object.entries(functions))(
    'take %s time that grows with their length',
    async (name, read) => {
      const rows: { shape: string; grown: Grown }[] = [];
      for (const [shape, make] of Object.entries(shapes)) rows.push({ shape, grown: await grow(read, make) });
      const slowest = rows.toSorted((a, b) => b.grown.times.at(-1)! - a.grown.times.at(-1)!).slice(0, 2);
      for (const { shape, grown } of slowest)
        console.log(`${name.padEnd(30)} ${shape.padEnd(36)} ${columns(grown)} ms`);
      const bad = rows.filter(({ grown }) => grown.growth >= MAX_GROWTH);
      expect(bad.map(({ shape, grown }) => `${shape}: ${columns(grown)}`)).toEqual([]);
    },
    180_000,
  );
});
