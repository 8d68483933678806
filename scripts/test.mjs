// npm test: the checks and the default tests, on a machine that has only Node, also while the application
// runs. npm run test:full (`--full`): all tests, with new seeds, without reruns and without quarantine. Ends
// with one line: `N passed, N failed, N skipped`. Skipped tests fail the run.
import { buildIfChanged } from './launch/build-if-changed.mjs';
import { installPackages } from './launch/install-packages.mjs';
import { locateChromium } from './services/chromium.mjs';
import { locateMariaDb } from './services/mariadb.mjs';
import { locateRedis } from './services/redis.mjs';
import { hasTests } from './testing/run-vitest.mjs';
import { runChecks } from './testing/run-checks.mjs';
import { Stages } from './testing/stages.mjs';

/**
 * Vitest projects: the folder that must contain a test for the stage to run, and its time limit. Unit tests
 * run at low priority beside those with databases, and fault tests, which mostly wait, beside those of the
 * API; web processes and browsers need both cores.
 */
const PURE = [{ project: 'unit', folder: 'app', limitMinutes: 30, givesWay: true }];
const BESIDE_PURE = [
  { project: 'built', folder: 'tests/built', limitMinutes: 5 },
  { project: 'integration', folder: 'tests/integration', limitMinutes: 30 },
];
const API = [{ project: 'api', folder: 'tests/api', limitMinutes: 30 }];
const BESIDE_API = [{ project: 'faults', folder: 'tests/faults', limitMinutes: 45 }];
const HTTP = [{ project: 'http', folder: 'tests/http', limitMinutes: 45 }];
const BROWSERS = [{ project: 'e2e', folder: 'tests/e2e', limitMinutes: 45 }];

const isFull = process.argv.includes('--full');
if (isFull) process.env.SUITE = 'full';
const stages = new Stages({ isStrict: isFull });
await stages.run(runStages);

async function runStages() {
  const { progress, signal } = stages;
  const log = (name) => stages.log(name);
  await together([
    progress.step('packages', (say) => installPackages({ development: true, say, signal })),
    progress.step('servers', () => Promise.all([locateMariaDb(signal), locateRedis(signal)])),
    ...(hasTests('tests/e2e') ? [progress.step('Chromium', () => locateChromium(signal))] : []),
  ]);
  await together([
    progress.step('build', (say) =>
      buildIfChanged({ folder: '.data/test/build', logFile: log('build'), say, signal }),
    ),
    stages.runChecks('check', () => runChecks({ logFile: log('check'), signal })),
  ]);
  await together([stages.runProjects(PURE), stages.runProjects(BESIDE_PURE)]);
  await together([stages.runProjects(API), stages.runProjects(BESIDE_API)]);
  await stages.runProjects(HTTP);
  await stages.runProjects(BROWSERS);
}

/** Waits for all, also when one fails: nothing of this run continues after its end. */
async function together(work) {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}
