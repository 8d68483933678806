// npm test: every check and test, on a machine that has only Node, also while the application runs.
// Ends with one line: `N passed, N failed, N skipped`. Skipped tests fail the run.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged } from './launch/build-if-changed.mjs';
import { installPackages } from './launch/install-packages.mjs';
import { asLaunchError } from './launch/launch-error.mjs';
import { ROOT } from './launch/paths.mjs';
import { Progress } from './launch/progress.mjs';
import { locateChromium } from './services/chromium.mjs';
import { locateMariaDb } from './services/mariadb.mjs';
import { locateRedis } from './services/redis.mjs';
import { hasTests, runVitest } from './testing/run-vitest.mjs';
import { runChecks } from './testing/run-checks.mjs';

/**
 * Vitest projects: the folder that must hold a test for the stage to run, the longest it may take. Faults mostly
 * wait, so what needs neither web processes nor browsers runs beside them, the checks and pure code giving way; the
 * others follow each other and fill the cores.
 */
const PURE = [{ project: 'unit', folder: 'app', limitMinutes: 15, givesWay: true }];
const WAITING = [{ project: 'faults', folder: 'tests/faults', limitMinutes: 25 }];
const LIGHT = [
  { project: 'built', folder: 'tests/built', limitMinutes: 5 },
  { project: 'integration', folder: 'tests/integration', limitMinutes: 15 },
];
const FILLING = [
  { project: 'http', folder: 'tests/http', limitMinutes: 20 },
  { project: 'e2e', folder: 'tests/e2e', limitMinutes: 30 },
];

process.chdir(ROOT);
const logFolder = path.join(ROOT, '.data/test/logs');
const log = (name) => path.join(logFolder, `${name}.log`);
mkdirSync(logFolder, { recursive: true });
const progress = new Progress();
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => stopping.abort());

// What a person has set up for the application must not reach the tests.
const settings = new Set(readFileSync('.env.example', 'utf8').match(/^(?:# )?[A-Z][A-Z0-9_]*(?==)/gm));
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !settings.has(name) && !settings.has(`# ${name}`)),
);
const total = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();
try {
  await runStages();
} catch (error) {
  total.failed += 1;
  if (stopping.signal.aborted) progress.line('\nStopped before the end.');
  else showFailure(error);
}
progress.line(
  `\nAll of it took ${((Date.now() - started) / 1000).toFixed(0)} s; the output is in .data/test/logs.`,
);
progress.line(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed + total.skipped > 0 ? 1 : 0);

async function runStages() {
  const { signal } = stopping;
  await together([
    progress.step('packages', (say) => installPackages({ logFile: log('npm'), say, signal })),
    progress.step('servers', () => Promise.all([locateMariaDb(signal), locateRedis(signal)])),
    ...(hasTests('tests/e2e') ? [progress.step('Chromium', () => locateChromium(signal))] : []),
  ]);
  const built = progress.step('build', (say) =>
    buildIfChanged({ folder: '.data/test/build', logFile: log('build'), say, signal }),
  );
  await together([
    built.then(() => runProjects(WAITING)),
    stage('check', () => runChecks({ logFile: log('check'), givesWay: true, signal }))
      .then(() => runProjects(PURE))
      .then(() => built)
      .then(() => runProjects(LIGHT)),
  ]);
  await runProjects(FILLING);
}

async function runProjects(projects) {
  for (const { folder, ...options } of projects) {
    if (!hasTests(folder)) continue;
    const { signal } = stopping;
    await stage(options.project, () => runVitest({ ...options, logFolder, env, signal }));
  }
}

/** Waits for all, also when one fails: nothing of this run is left behind when it ends. */
async function together(work) {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** Runs one stage, adds its counts, and shows its notes and what failed. A failed stage does not keep the next from running. */
async function stage(name, run) {
  stopping.signal.throwIfAborted();
  const counts = await progress.step(name, async (say) => {
    const result = await run();
    say(`${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`);
    return result;
  });
  for (const key of Object.keys(total)) total[key] += counts[key];
  if (counts.notes?.length) progress.line(`${counts.notes.map((line) => `    ${line}`).join('\n')}\n`);
  if (counts.failed === 0) return;
  const failures = counts.failures.map((line) => `    ✗ ${line}`).join('\n');
  progress.line(`${failures}\n\n${counts.tail.split('\n').slice(-60).join('\n')}\n`);
}

function showFailure(error) {
  const { message, remedy, detail } = asLaunchError(error);
  progress.line(`${detail.trimEnd().split('\n').slice(-30).join('\n')}\n\n${message}\n→ ${remedy}`);
}
