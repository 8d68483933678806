import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';

const BUILD = path.join(ROOT, inject('buildFolder'));

/** The scripts of the build, for browsers and for processes, by their place in it. */
const SCRIPTS = readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, text: readFileSync(path.join(BUILD, file), 'utf8') }));

const filesWith = (word: string) => SCRIPTS.filter(({ text }) => text.includes(word)).map(({ file }) => file);

it('contains no code that makes a process crash at a step of a test', () => {
  expect(filesWith('RUN_LEASE_MS'), 'what is there is found').toContain('processes/worker.js');
  expect(filesWith('CRASH_AT')).toEqual([]);
  expect(filesWith('crashed at')).toEqual([]);
});
