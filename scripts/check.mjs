// npm run check: types, type-aware lint, format, import walls, dead files, lock file, expressions, test
// files, structure. Plain Node, so that it prints one line per step.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installForDevelopment } from './launch/install-for-development.mjs';
import { onStop } from './launch/stop-causes.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STEPS = [
  // One program checks types and lint.
  ['types, lint', ['oxlint', '--quiet', '--type-aware', '--type-check']],
  ['format', ['oxfmt', '--check']],
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
  ['expressions', ['check-expressions']],
  ['test files', ['check-test-files']],
  ['structure', ['check-structure']],
];

/** The output of this step is always printed, for reviewers. */
const SHOWN = 'structure';

const stopping = new AbortController();
onStop(() => stopping.abort());
await installForDevelopment(stopping.signal);
const waiting = [...STEPS];
let failed = false;
// Two at a time: the longest step keeps more than one core busy.
await Promise.all([runSteps(), runSteps()]);
process.exit(failed ? 1 : 0);

async function runSteps() {
  for (let step = waiting.shift(); step && !stopping.signal.aborted; step = waiting.shift()) {
    const [name, [tool, ...args]] = step;
    const started = Date.now();
    const { ok, output } = await run([binary(tool), ...args]);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${seconds} s`);
    if (!ok) failed = true;
    if (!ok || name === SHOWN) console.log(output.trimEnd());
  }
}

/** @returns {Promise<{ ok: boolean, output: string }>} */
function run(args) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio, signal: stopping.signal });
    let output = '';
    child.on('error', (error) => (output += error.message));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => (output += text));
    }
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

function binary(tool) {
  const paths = {
    oxlint: 'oxlint/bin/oxlint',
    oxfmt: 'oxfmt/bin/oxfmt',
    depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
    knip: 'knip/bin/knip.js',
  };
  return paths[tool] ? `${ROOT}node_modules/${paths[tool]}` : `${ROOT}scripts/${tool}.mjs`;
}
