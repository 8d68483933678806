import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '#scripts/launch/paths.mjs';

/** The last file that a build writes. */
const OUTPUT = path.join(ROOT, 'build', 'server', 'index.js');
const LOCK = path.join(ROOT, '.data', 'web-build.lock');
const SOURCES = ['app', 'db', 'public', 'vite.config.ts', 'remix.config.js', 'package.json'];
/** A lock older than this was left by a build that was killed. */
const STALE_MS = 180_000;

/** Builds the web once for all test files, and only when its sources are newer than the build. */
export async function buildWeb(): Promise<void> {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  while (!takeLock()) await sleep(200);
  try {
    if (modified(OUTPUT) < Math.max(...SOURCES.map((source) => newest(path.join(ROOT, source))))) runBuild();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    if (Date.now() - modified(LOCK) > STALE_MS) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}

function runBuild(): void {
  const remix = path.join(ROOT, 'node_modules/@remix-run/dev/dist/cli.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [remix, 'vite:build'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`The web did not build:\n${stdout}${stderr}`);
}

/** Milliseconds of the last change, 0 for a file that is not there. */
function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newest(place: string): number {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return modified(place);
  return Math.max(0, ...readdirSync(place).map((name) => newest(path.join(place, name))));
}
