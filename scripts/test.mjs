// npm test: the checks and the default tests, on a machine that has only Node, also while the application runs.
// npm run test:full (`--full`): all tests, with new seeds, without a second look and without quarantine.
// Ends with one line: `N passed, N failed, N skipped`. Skipped tests fail the run.
import { buildIfChanged } from './launch/build-if-changed.mjs';
import { installPackages } from './launch/install-packages.mjs';
import { locateChromium } from './services/chromium.mjs';
import { locateMariaDb } from './services/mariadb.mjs';
import { locateRedis } from './services/redis.mjs';
import { hasTests } from './testing/run-vitest.mjs';
import { runChecks } from './testing/run-checks.mjs';
import { Stages } from './testing/stages.mjs';

/**
 * Vitest projects: the folder that must hold a test for the stage to run, and the longest it may take. Two lanes keep both
 * cores busy while files wait for leases, servers and each other; pure code gives way to the other lane. Browsers need
 * both cores for themselves.
 */
const AFTER_CHECKS = [
  { project: 'unit', folder: 'app', limitMinutes: 30, givesWay: true },
  { project: 'api', folder: 'tests/api', limitMinutes: 45 },
];
/** The first and the last need the build. */
const AFTER_BUILD = [
  { project: 'built', folder: 'tests/built', limitMinutes: 5 },
  { project: 'integration', folder: 'tests/integration', limitMinutes: 45 },
  { project: 'http', folder: 'tests/http', limitMinutes: 60 },
];
const FAULTS = [{ project: 'faults', folder: 'tests/faults', limitMinutes: 45 }];
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
  const building = progress.step('build', (say) =>
    buildIfChanged({ folder: '.data/test/build', logFile: log('build'), say, signal }),
  );
  const checked = async () => {
    await stages.runChecks('check', () => runChecks({ logFile: log('check'), signal }));
    await stages.runProjects(AFTER_CHECKS);
    await building;
    await stages.runProjects(FAULTS);
  };
  const built = async () => {
    await building;
    await stages.runProjects(AFTER_BUILD);
  };
  await together([checked(), built()]);
  await stages.runProjects(BROWSERS);
}

/** Waits for all, also when one fails: nothing of this run is left behind when it ends. */
async function together(work) {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}
