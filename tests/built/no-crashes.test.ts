import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';

const BUILD = path.join(ROOT, inject('buildFolder'));

/** Files of the build, for browsers and for processes, that contain a word. */
function filesWith(word: string): string[] {
  const files = readdirSync(BUILD, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  return files.filter((file) => readFileSync(path.join(BUILD, file), 'utf8').includes(word));
}

it('contains no code that makes a process crash at a step of a test', () => {
  expect(filesWith('RUN_LEASE_MS'), 'what is there is found').toContain('processes/worker.js');
  expect(filesWith('CRASH_AT')).toEqual([]);
  expect(filesWith('crashed at')).toEqual([]);
});
