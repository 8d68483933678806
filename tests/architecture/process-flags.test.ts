import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { flagsOf, PROCESS_FLAGS } from '#scripts/launch/process-flags.mjs';

const COMMANDS = [
  { file: 'package.json', process: 'web', script: 'scripts/web.mjs' },
  { file: 'package.json', process: 'worker', script: 'build/processes/worker.js' },
  { file: 'compose.yaml', process: 'web', script: 'scripts/web.mjs' },
  { file: 'compose.yaml', process: 'worker', script: 'build/processes/worker.js' },
  { file: 'Dockerfile', process: 'web', script: 'scripts/web.mjs' },
] as const;

/** The text between `node` and a script in a file, however it is quoted and formatted. */
function flagsIn(file: string, script: string): string[] | undefined {
  const words = readFileSync(file, 'utf8').split(/[\s"',[\]]+/);
  const end = words.indexOf(script);
  const start = words.lastIndexOf('node', end);
  return end < 0 || start < 0
    ? undefined
    : words.slice(start + 1, end).filter((word) => word !== '-' && word !== '');
}

it.each(COMMANDS)('the $process is started with the same flags by $file', ({ file, process, script }) => {
  expect(flagsIn(file, script)).toEqual(PROCESS_FLAGS[process]);
});

it.each(['web', 'worker', 'sandbox'] as const)('this release of Node accepts the flags of the %s', (name) => {
  expect(flagsOf(name)).toEqual(expect.arrayContaining(PROCESS_FLAGS[name]));
  expect(execFileSync(process.execPath, [...flagsOf(name), '-p', '1']).toString()).toBe('1\n');
});
