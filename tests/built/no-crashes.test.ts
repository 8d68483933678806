import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';

const BUILD = path.join(ROOT, inject('buildFolder'));

/** Files of the build, for people and for processes, in which a word stands. */
function filesWith(word: string): string[] {
  const files = readdirSync(BUILD, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  return files.filter((file) => readFileSync(path.join(BUILD, file), 'utf8').includes(word));
}

it('holds nothing by which a test lets a process die at a step', () => {
  expect(filesWith('RUN_LEASE_MS'), 'what is there is found').toContain('processes/worker.js');
  expect(filesWith('CRASH_AT')).toEqual([]);
  expect(filesWith('crashed at')).toEqual([]);
});
