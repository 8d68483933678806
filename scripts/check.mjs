// npm run check: types, lint, format, import walls, dead files, lock file. Plain Node, so that it prints one line a step.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STEPS = [
  ['types', ['tsc', '-p', '.']],
  ['lint', ['oxlint', '--quiet']],
  ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  [
    'walls',
    [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      'app',
      'worker',
      'db',
      'tests',
    ],
  ],
  ['dead files', ['knip', '--no-progress']],
  ['lock file', ['mend-lock', '--check']],
];

let failed = false;
for (const [name, [tool, ...args]] of STEPS) {
  const started = Date.now();
  const result = spawnSync(process.execPath, [binary(tool), ...args], { cwd: ROOT, encoding: 'utf8' });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const ok = result.status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${seconds} s`);
  if (!ok) {
    failed = true;
    console.log(`${result.stdout}${result.stderr}`);
  }
}
process.exit(failed ? 1 : 0);

function binary(tool) {
  const paths = {
    tsc: 'typescript/bin/tsc',
    oxlint: 'oxlint/bin/oxlint',
    prettier: 'prettier/bin/prettier.cjs',
    depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
    knip: 'knip/bin/knip.js',
  };
  return paths[tool] ? `${ROOT}node_modules/${paths[tool]}` : `${ROOT}scripts/${tool}.mjs`;
}
