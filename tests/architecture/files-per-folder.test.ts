import path from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** A folder with more files is split by topic. Tests beside the code count. */
const MAX_FILES = 40;
/** One file per address, and one file per provider: both are looked up by their names. */
const LISTS = new Set(['app/routes', 'db/seed/data', 'db/migrations']);

function crowded(places: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(path.dirname(place), (counts.get(path.dirname(place)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !LISTS.has(folder))
    .map(([folder, count]) => `${folder}: ${count}`);
}

it('no folder of the product has more files than one can look over', () => {
  const files = sourceFiles(['app', 'worker', 'db'], /\.(ts|tsx|css|md)$/);
  expect(crowded(files.map(({ place }) => place))).toEqual([]);
});

it('control: sees a crowded folder', () => {
  const names = Array.from({ length: 41 }, (_, index) => `app/room/${index}.ts`);
  expect(crowded([...names, 'app/hall/1.ts'])).toEqual(['app/room: 41']);
});
