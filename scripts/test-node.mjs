// npm run test:node: the checks, the pure code and a part of the tests on the other releases of Node that we run on.
// `-- 24` takes that release alone, `-- --all` every test of integration, API and http.
import { LaunchError } from './launch/launch-error.mjs';
import { installPackages } from './launch/install-packages.mjs';
import { locateNode } from './services/node.mjs';
import { runChecks } from './testing/run-checks.mjs';
import { Stages } from './testing/stages.mjs';

/** The lowest release, which `npm test` runs on, is that of `engines`; containers have the last. */
const VERSIONS = ['22.23.3', '24.21.0'];

/** What meets the release most: its HTTP, streams, compression, ciphers, timers, and packages made of machine code. */
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
