import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/launch/paths.mjs';
import type { BuildPlace } from '#tests/setup/built-process.ts';

const MAX_ARCHIVE = 512 * 1024 * 1024;

/**
 * Builds an earlier version of the project from its history, with the packages of this one, once.
 * @param commit its id in the history
 * @throws Error if the history does not reach so far, or the build fails
 */
export function buildPrevious(commit: string): BuildPlace {
  const place = { root: path.join(ROOT, '.data/test/previous', commit), folder: 'build' };
  const stamp = path.join(place.root, '.built');
  if (existsSync(stamp)) return place;
  mkdirSync(place.root, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: MAX_ARCHIVE });
  execFileSync('tar', ['-x'], { cwd: place.root, input: archive });
  // Scripts with different content have different names, also if this version has not changed them.
  appendFileSync(
    path.join(place.root, 'app/entry.client.tsx'),
    `\nObject.assign(window, { build: '${commit}' });\n`,
  );
  const packages = path.join(place.root, 'node_modules');
  if (!existsSync(packages)) symlinkSync(path.join(ROOT, 'node_modules'), packages);
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: place.root,
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: place.folder },
    stdio: 'pipe',
  });
  writeFileSync(stamp, '');
  return place;
}
