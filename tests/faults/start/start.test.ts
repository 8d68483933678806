import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ended, NAMES, useStarts, type Launcher } from './launcher.ts';

const starts = useStarts();
const { base, pids, start } = starts;
let launcher: Launcher;

it('a start with a bad configuration names the error and the remedy, and leaves nothing running', async () => {
  const bad = start({ JWT_SECRET: 'short' });
  await ended(bad);
  expect(bad.child.exitCode).toBe(1);
  expect(bad.output()).toMatch(/JWT_SECRET: must have.*\n\n.*not usable.\n→ Mend these variables/);
  expect(pids()).toEqual(NAMES.map(() => null));
  expect(existsSync(path.join(base(), 'run', 'start.lock'))).toBe(false);
});

it('npm start starts everything on its own data and becomes ready', async () => {
  launcher = await starts.startReady();
  expect(await starts.readiness()).toEqual({ status: 'ready', database: 'ok', redis: 'ok', worker: 'ok' });
  expect(pids()).not.toContain(null);
  for (const step of ['packages', 'MariaDB', 'Redis', 'build', 'database', 'web', 'worker']) {
    expect(launcher.output()).toMatch(new RegExp(`✓ ${step}\\s+\\d+\\.\\d s`));
  }
});

it('shares the scripts of its build with the processes of other builds', async () => {
  const folder = path.join(base(), 'files/builds');
  const found = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
  // A slow store does not hold up the start: the web process then goes on storing them while it serves.
  const [binary, json] = [expect.stringMatching(/\.bin$/), expect.stringMatching(/\.json$/)];
  await expect.poll(found).toEqual([binary, json]);
  const [content, index] = found();
  const places = JSON.parse(readFileSync(path.join(folder, index!), 'utf8')) as Record<
    string,
    [number, number]
  >;
  const bytes = Object.values(places).reduce((sum, [, length]) => sum + length, 0);
  expect(statSync(path.join(folder, content!)).size).toBe(bytes);
  expect(Object.keys(places)).toContainEqual(expect.stringMatching(/^entry\.client-.*\.js$/));
});

it('stores its secrets readable by their owner only', () => {
  for (const name of ['secrets.json', 'services.json', 'redis.conf', 'mariadb-init.sql']) {
    expect(statSync(path.join(base(), name)).mode & 0o077).toBe(0);
  }
  const secrets = JSON.parse(readFileSync(path.join(base(), 'secrets.json'), 'utf8'));
  expect(Object.keys(secrets).sort()).toEqual(['ENCRYPTION_KEYS', 'JWT_SECRET', 'SESSION_SECRET']);
  expect(launcher.output()).not.toContain(secrets.SESSION_SECRET);
});

it('tells a second start that it is already running, with its address', async () => {
  const children = pids();
  const second = start({ PORT: '1' });
  await ended(second);
  expect(second.output()).toContain(
    `already runs at http://127.0.0.1:${starts.port()} (process ${launcher.child.pid})`,
  );
  expect(pids()).toEqual(children);
});

it('leaves no process behind after SIGTERM', async () => {
  expect(await starts.leftAfter('SIGTERM', launcher)).toEqual({ processes: [], records: [] });
});
