import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Matches of a pattern in a file, sorted. */
function names(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name]) => name ?? '').sort();
}

it('runs every project of the tests once', () => {
  const projects = names('vitest.config.ts', /^ {10}name: '(\w+)'/gm);
  const stages = names('scripts/test.mjs', /\{ project: '(\w+)'/g);
  expect(projects.length).toBeGreaterThan(3);
  expect(stages).toEqual(projects);
});

it('runs existing tests on the other releases of Node, and containers use the last of these', () => {
  const parts = names('scripts/test-node.mjs', /'(tests\/[^']+)'/g);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((place) => !existsSync(place))).toEqual([]);
  const [, versions = ''] = /VERSIONS = \[(.*)\]/.exec(readFileSync('scripts/test-node.mjs', 'utf8')) ?? [];
  const releases = Array.from(versions.matchAll(/'(\d+)\./g), ([, release]) => release);
  const images = names('Dockerfile', /^FROM node:(\d+)-/gm);
  expect(images).toEqual([releases.at(-1), releases.at(-1)]);
});
