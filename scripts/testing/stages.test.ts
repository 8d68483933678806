import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Names in the order in which they stand in a file. */
function names(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name]) => name ?? '');
}

it('runs every project of the tests, in their order', () => {
  const projects = names('vitest.config.ts', /^ {10}name: '(\w+)'/gm);
  const stages = names('scripts/test.mjs', /\{ project: '(\w+)'/g);
  expect(projects.length).toBeGreaterThan(3);
  expect(stages).toEqual(projects);
});
