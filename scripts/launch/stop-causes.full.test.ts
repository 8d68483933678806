import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';

const MODULE = new URL('stop-causes.mjs', import.meta.url).href;

/** A process that prints its number, then the causes to stop, and runs until it is killed. */
const WATCHING = `
  import { onStop } from ${JSON.stringify(MODULE)};
  onStop((cause) => console.log(cause));
  setInterval(() => undefined, 1000);
  console.log(process.pid);`;

let parent: ChildProcess;
let watching = 0;

afterEach(() => {
  parent.kill('SIGKILL');
  process.kill(watching, 'SIGKILL');
});

/**
 * Starts it below a shell, and the shell below another process to simulate npm.
 * @returns a function that returns the next output
 */
async function begin(isBelowNpm: boolean): Promise<() => Promise<string>> {
  const shell = ['-c', '"$0" --input-type=module -e "$1"; exit $?', process.execPath, WATCHING];
  const command = isBelowNpm ? 'sh' : '/bin/sh';
  const args = isBelowNpm ? ['-c', 'sh "$@"; exit $?', 'npm', ...shell] : shell;
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test' as const };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(command, args, {
    env: isBelowNpm ? { ...env, npm_lifecycle_event: 'start' } : env,
    stdio: [...stdio],
  });
  parent = child;
  const next = async () => String((await once(child.stdout, 'data'))[0]).trim();
  watching = Number(await next());
  return next;
}

it('a process whose parent is killed is stopped, once', async () => {
  const next = await begin(false);
  parent.kill('SIGKILL');
  expect(await next()).toBe('orphan');
});

it('also when the shell that npm started outlives npm', async () => {
  const next = await begin(true);
  parent.kill('SIGKILL');
  expect(await next()).toBe('orphan');
});

it('a parent that exits after a signal is not a second cause', async () => {
  const next = await begin(false);
  process.kill(watching, 'SIGHUP');
  expect(await next()).toBe('SIGHUP');
  parent.kill('SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  process.kill(watching, 'SIGTERM');
  expect(await next()).toBe('SIGTERM');
});
