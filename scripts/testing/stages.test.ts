import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Names that stand in a file, by the alphabet. */
function names(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name]) => name ?? '').sort();
}

it('runs every project of the tests once', () => {
  const projects = names('vitest.config.ts', /^ {10}name: '(\w+)'/gm);
  const stages = names('scripts/test.mjs', /\{ project: '(\w+)'/g);
  expect(projects.length).toBeGreaterThan(3);
  expect(stages).toEqual(projects);
});
