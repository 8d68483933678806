import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { isInstalled } from '#scripts/launch/install-packages.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { recordedPid } from '#scripts/launch/pid-record.mjs';
import { identityOf } from '#scripts/launch/process-identity.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';
import { BUILD_FOLDER } from '#tests/setup/build.ts';

const NAMES = ['web', 'worker', 'sandbox', 'payments', 'mariadb', 'redis'];

let base: string;
let port: number;

interface Launcher {
  child: ChildProcess;
  output: () => string;
}

/** Runs what `npm start` runs, with data and port of its own. */
function start(env: Record<string, string> = {}): Launcher {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: base,
      BUILD_DIRECTORY: BUILD_FOLDER,
      ...env,
    },
  });
  let output = '';
  const collect = (bytes: Buffer) => (output += bytes.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, output: () => output };
}

async function until(reached: () => boolean, launcher: Launcher): Promise<void> {
  while (!reached()) {
    if (launcher.child.exitCode !== null) throw new Error(`it ended early:\n${launcher.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ready = (launcher: Launcher) => until(() => launcher.output().includes('is ready'), launcher);
const pids = () => NAMES.map((name) => recordedPid(path.join(base, 'run'), name));

async function readiness(): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
}

beforeAll(async () => {
  // Else the start would replace node_modules under this very run.
  if (!isInstalled()) throw new Error('node_modules does not fit package-lock.json: run npm ci');
  base = await newTestRun();
  port = await findFreePort();
});

afterAll(() => {
  for (const pid of pids()) if (pid !== null) process.kill(pid, 'SIGKILL');
});

describe('npm start', () => {
  let launcher: Launcher;
  let children: (number | null)[];

  it('starts everything on its own data and is ready', async () => {
    launcher = start();
    await ready(launcher);
    expect(await readiness()).toEqual({ status: 'ready', database: 'ok', redis: 'ok', worker: 'ok' });
    children = pids();
    expect(children).not.toContain(null);
    for (const step of ['packages', 'MariaDB', 'Redis', 'build', 'database', 'web', 'worker']) {
      expect(launcher.output()).toMatch(new RegExp(`✓ ${step}\\s+\\d+\\.\\d s`));
    }
  });

  it('keeps its secrets where only their owner reads them', () => {
    for (const name of ['secrets.json', 'services.json', 'redis.conf', 'mariadb-init.sql']) {
      expect(statSync(path.join(base, name)).mode & 0o077).toBe(0);
    }
    const secrets = JSON.parse(readFileSync(path.join(base, 'secrets.json'), 'utf8'));
    expect(Object.keys(secrets).sort()).toEqual(['ENCRYPTION_KEYS', 'JWT_SECRET', 'SESSION_SECRET']);
    expect(launcher.output()).not.toContain(secrets.SESSION_SECRET);
  });

  it('tells a second start that it runs already, and where', async () => {
    const second = start({ PORT: '1' });
    await once(second.child, 'exit');
    expect(second.output()).toContain(
      `already runs at http://127.0.0.1:${port} (process ${launcher.child.pid})`,
    );
    expect(pids()).toEqual(children);
  });

  it.each(NAMES)('starts %s again when it is killed', async (name) => {
    const before = recordedPid(path.join(base, 'run'), name)!;
    process.kill(before, 'SIGKILL');
    await until(() => new RegExp(`^${name} is back`, 'm').test(launcher.output()), launcher);
    expect(recordedPid(path.join(base, 'run'), name)).not.toBe(before);
    children = pids();
    expect(children).not.toContain(null);
  });

  it('starts again after its own kill -9, and ends what that left behind', async () => {
    launcher.child.kill('SIGKILL');
    await once(launcher.child, 'exit');
    expect(pids()).toEqual(children);
    launcher = start();
    await ready(launcher);
    expect(await readiness()).toMatchObject({ status: 'ready' });
    expect(children.map((pid) => identityOf(pid!))).toEqual(NAMES.map(() => null));
    children = pids();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves no process behind after %s', async (signal) => {
    if (launcher.child.exitCode !== null) {
      launcher = start();
      await ready(launcher);
      children = pids();
    }
    expect(children).not.toContain(null);
    launcher.child.kill(signal);
    await once(launcher.child, 'exit');
    expect(children.map((pid) => identityOf(pid!))).toEqual(NAMES.map(() => null));
    expect(readdirSync(path.join(base, 'run')).filter((file) => file !== '.gitkeep')).toEqual([]);
  });
});

describe('a start that cannot go on', () => {
  it.each([
    [
      'a bad configuration',
      { JWT_SECRET: 'short' },
      /JWT_SECRET: must have.*\n\n.*not usable.\n→ Mend these variables/,
    ],
    [
      'a database that is away',
      { DATABASE_URL: 'mysql://a:b@127.0.0.1:1/c' },
      /could not be prepared.\n→ Start the server/,
    ],
  ])('names %s and the remedy, and leaves nothing running', async (_what, env, words) => {
    const launcher = start(env);
    await once(launcher.child, 'exit');
    expect(launcher.child.exitCode).toBe(1);
    expect(launcher.output()).toMatch(words);
    expect(pids()).toEqual(NAMES.map(() => null));
    expect(existsSync(path.join(base, 'run', 'start.lock'))).toBe(false);
  });

  it('names a port that is taken', async () => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const launcher = start();
    await once(launcher.child, 'exit');
    server.close();
    expect(launcher.output()).toMatch(
      /Another program listens at .*\n→ End it, or choose another port: PORT=\d+/,
    );
  });
});
