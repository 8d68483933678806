import path from 'node:path';
import { startMariaDb, startRedis } from '../services.mjs';
import { rememberServer } from '../services/remember.mjs';
import { appProcesses, localAddress, sandboxEnvironment } from './app-processes.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { listenProblem } from './free-port.mjs';
import { installPackages } from './install-packages.mjs';
import { rememberInstallation } from './installation.mjs';
import { LaunchError } from './launch-error.mjs';
import { dataFolders } from './paths.mjs';
import { mayPretendPayments, paymentPageEnvironment } from './payment-page.mjs';
import { endLeftover } from './pid-record.mjs';
import { prepareDatabase } from './prepare-database.mjs';
import { ensureSecrets } from './secrets.mjs';

/** Folder of the build; the tests have another one. */
const BUILD = process.env.BUILD_DIRECTORY || 'build';

/**
 * @typedef {object} LaunchOptions
 * @property {string} base absolute data folder
 * @property {import('./progress.mjs').Progress} progress
 * @property {import('./managed-process.mjs').ManagedProcess[]} processes receives the started processes, also
 * when this fails halfway
 * @property {AbortSignal} signal
 * @property {boolean} sandbox
 */

/**
 * Starts the private MariaDB and Redis, unless the environment names others.
 * @param {LaunchOptions} options
 */
export async function launchServers(options) {
  if (process.env.DATABASE_URL && process.env.REDIS_URL)
    throw new LaunchError(
      'DATABASE_URL and REDIS_URL name servers of your own: none is started.',
      'Leave one of them out to have it started here.',
    );
  await all(startServers(options));
}

/** @returns {[string | Promise<string>, string | Promise<string>]} addresses of database and Redis */
function startServers({ base, progress, processes, signal }) {
  const start = async (name, startServer) => {
    const service = await progress.step(name, async (say) => {
      const started = await startServer({ base, supervise: true, signal });
      say(`port ${started.port}`);
      return started;
    });
    keep(service.process, { progress, processes, signal });
    return service.url();
  };
  const maxmemory = process.env.REDIS_MAXMEMORY || undefined;
  return [
    process.env.DATABASE_URL || start('MariaDB', startMariaDb),
    process.env.REDIS_URL || start('Redis', (options) => startRedis({ ...options, maxmemory })),
  ];
}

/** Starts the whole application from its build. @param {LaunchOptions} options */
export async function launch(options) {
  await launchAll({ ...options, development: false });
}

/** Starts the whole application from the sources, with reload. @param {LaunchOptions} options */
export async function launchDevelopment(options) {
  await launchAll({ ...options, development: true });
}

/** Starts everything, independent steps in parallel. */
async function launchAll({ base, development, progress, processes, signal, sandbox }) {
  const logFile = (name) => path.join(dataFolders(base).logs, `${name}.log`);
  for (const name of ['web', 'worker', 'sandbox', 'payments']) await endLeftover(dataFolders(base).run, name);
  await requirePort(process.env);
  const [databaseUrl, redisUrl] = await all([
    ...startServers({ base, progress, processes, signal }),
    preparePackages({ development, progress, logFile, signal }),
  ]);
  signal.throwIfAborted();

  const build = development ? null : BUILD;
  const sandboxPort = sandbox ? (await rememberServer(base, 'sandbox')).port : undefined;
  const payments = mayPretendPayments(process.env, sandbox) ? await rememberServer(base, 'payments') : null;
  const env = {
    // There is no load balancer in front of these processes.
    LEAVE_MS: '0',
    ...process.env,
    NODE_ENV: development ? 'development' : 'production',
    DATA_DIR: base,
    ...ensureSecrets(base),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...(sandboxPort ? sandboxEnvironment(sandboxPort) : {}),
    ...(payments ? paymentPageEnvironment(payments) : {}),
  };
  rememberInstallation(base, env);
  await progress.step('database', (say) =>
    prepareDatabase({ build, env, logFile: logFile('prepare'), say, signal }),
  );
  const create = appProcesses({ base, build, env, supervise: true });
  const start = (child) => {
    keep(child, { progress, processes, signal });
    return progress.step(child.name, () => child.start());
  };
  await all([
    start(create.web()),
    start(create.worker()),
    ...(sandboxPort ? [start(create.sandbox(sandboxPort))] : []),
    ...(payments ? [start(create.payments(payments.port))] : []),
  ]);
}

async function preparePackages({ development, progress, logFile, signal }) {
  await progress.step('packages', (say) => installPackages({ development, say, signal }));
  signal.throwIfAborted();
  if (development) return;
  await progress.step('build', (say) =>
    buildIfChanged({ folder: BUILD, logFile: logFile('build'), say, signal }),
  );
}

/** Like Promise.all, but waits for the others first, so that nothing starts after the caller has failed. */
async function all(promises) {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((result) => result.value);
}

/** Checked before anything is started, because it is the most common obstacle. */
async function requirePort(env) {
  const port = Number(env.PORT || new URL(localAddress(env)).port);
  const problem = await listenProblem(port, env.HOST || '127.0.0.1');
  if (problem === null) return;
  const remedies = {
    EADDRINUSE: [
      `Another program listens at ${localAddress(env)}.`,
      `End it, or choose another port: PORT=${port + 1} npm start`,
    ],
    EACCES: [`Your user may not listen on port ${port}.`, 'Choose a port above 1023: PORT=3000 npm start'],
  };
  const [cause, remedy] = remedies[problem] ?? [
    `Nothing can listen at ${localAddress(env)} (${problem}).`,
    'Mend HOST and PORT.',
  ];
  throw new LaunchError(cause, remedy);
}

/** Adds a process to those that the launcher watches and stops. */
function keep(child, { progress, processes, signal }) {
  watch(child, progress);
  processes.push(child);
  signal.throwIfAborted();
}

/** Prints when a child crashed and when it is running again. */
function watch(child, progress) {
  child.on('crash', ({ code, signal, retryMs }) => {
    const when = retryMs === 0 ? 'now' : `in ${retryMs / 1000} s`;
    progress.line(`${child.name} ended by itself (${signal ?? `code ${code}`}); starting it again ${when}.`);
  });
  child.on('back', () => progress.line(`${child.name} is back.`));
}
