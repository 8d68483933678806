// npm run test:node: the checks, the unit tests and a part of the other tests on the other supported releases
// of Node. `-- 24` runs only that release, `-- --all` all integration, API and http tests.
import { LaunchError } from './launch/launch-error.mjs';
import { installPackages } from './launch/install-packages.mjs';
import { locateNode } from './services/node.mjs';
import { runChecks } from './testing/run-checks.mjs';
import { Stages } from './testing/stages.mjs';

/** The lowest release, on which `npm test` runs, is that of `engines`; containers use the last one. */
const VERSIONS = ['22.23.3', '24.21.0'];

/**
 * Tests that depend most on the release: its HTTP, streams, compression, ciphers, timers, and native
 * packages.
 */
const PARTS = {
  integration: [
    'tests/integration/transaction.test.ts',
    'tests/integration/pool.test.ts',
    'tests/integration/ledger.test.ts',
    'tests/integration/api-keys',
    'tests/integration/chat',
  ],
  api: [
    'tests/api/hosts.test.ts',
    'tests/api/hub/compressed-body.test.ts',
    'tests/api/hub/wire.test.ts',
    'tests/api/replies/send.test.ts',
  ],
  http: [
    'tests/http/built-assets.test.ts',
    'tests/http/connections.test.ts',
    'tests/http/auth/forms.test.ts',
    'tests/http/hub/drain.test.ts',
  ],
};

const stages = new Stages();
await stages.run(async () => {
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const versions = VERSIONS.filter(
    (version) => wanted.length === 0 || wanted.includes(version.split('.')[0]),
  );
  if (versions.length === 0)
    throw new LaunchError('There is no such release.', `Known: ${VERSIONS.join(', ')}.`);
  const { progress, signal } = stages;
  await progress.step('packages', (say) => installPackages({ development: true, say, signal }));
  for (const version of versions) await runOn(version);
});

async function runOn(version) {
  const { progress, signal } = stages;
  const named = (name) => `${name}-${version.split('.')[0]}`;
  const logFile = (name) => stages.log(named(name));
  const node = await progress.step(named('node'), () =>
    locateNode(version, { logFile: logFile('node'), signal }),
  );
  await stages.runChecks(named('check'), () => runChecks({ logFile: logFile('check'), node, signal }));
  const isWhole = process.argv.includes('--all');
  await stages.runProjects(
    ['unit', 'integration', 'api', 'http'].map((project) => ({
      project,
      name: named(project),
      folder: project === 'unit' ? 'app' : `tests/${project}`,
      files: isWhole ? [] : PARTS[project],
      node,
      limitMinutes: 25,
    })),
  );
}
