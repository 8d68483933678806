// npm run check: every test file belongs to exactly one project of the Vitest configuration. A file without a
// project would never run.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEST_FILE = /[._-](?:tests?|spec)\.[cm]?[jt]sx?$/;
const IGNORED = new Set(['node_modules', 'build', '.data', '.git', '.cache']);

const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const { stdout, stderr, status } = spawnSync(process.execPath, [vitest, 'list', '--filesOnly', '--json'], {
  cwd: ROOT,
  // Includes the files of the full run.
  env: { ...process.env, SUITE: 'full' },
  encoding: 'utf8',
});
if (status !== 0) fail(stderr);
const runs = new Map();
for (const { file } of JSON.parse(stdout)) runs.set(file, (runs.get(file) ?? 0) + 1);

const files = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !IGNORED.has(entry.name))
  .flatMap(({ name }) =>
    readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${name}/${file}`,
    ),
  )
  .filter((file) => TEST_FILE.test(file));
const wrong = files.flatMap((file) => {
  const count = runs.get(path.join(ROOT, file)) ?? 0;
  return count === 1 ? [] : [`${file} belongs to ${count} projects of vitest.config.ts`];
});
if (wrong.length > 0) fail(wrong.join('\n'));
console.log(`${files.length} test files`);

function fail(message) {
  console.log(message);
  process.exit(1);
}
