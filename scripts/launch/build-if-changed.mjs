import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { ROOT } from './paths.mjs';
import { runTool } from './run-tool.mjs';

/** All sources of the build. */
const SOURCES = [
  'app',
  'worker',
  'db',
  'public',
  'tests/doubles',
  'scripts/build.mjs',
  'scripts/build-client.mjs',
  'scripts/compress-assets.mjs',
  'scripts/package-licenses.ts',
  'scripts/shared-scripts.ts',
  'scripts/prepare.ts',
  'package-lock.json',
  'package.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * Builds web and processes when a source changed since the last build.
 * @param {{ folder: string, logFile: string, say: (detail: string) => void, signal?: AbortSignal }} options
 *   folder: of the build, relative to the project
 */
export async function buildIfChanged({ folder, logFile, say, signal }) {
  const stamp = path.join(ROOT, folder, '.sources');
  const sources = hashSources();
  if (read(stamp) === sources) return say('already there');
  say('vite and esbuild');
  const env = { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: folder };
  const args = [path.join(ROOT, 'scripts/build.mjs')];
  const { code, tail } = await runTool({ command: process.execPath, args, env, logFile, cwd: ROOT, signal });
  if (code !== 0) {
    const remedy = /ENOSPC/.test(tail)
      ? 'The disk is full: free some space.'
      : 'Mend what the lines below name.';
    throw new LaunchError('The build failed.', remedy, tail);
  }
  writeFileSync(stamp, sources);
  say('built');
}

function hashSources() {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) addToHash(hash, source);
  return hash.digest('hex');
}

function addToHash(hash, place) {
  const file = path.join(ROOT, place);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    for (const entry of readdirSync(file).sort()) addToHash(hash, `${place}/${entry}`);
    return;
  }
  hash.update(`${place}\0${stat.size}\0`).update(readFileSync(file));
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
