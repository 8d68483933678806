import path from 'node:path';
import { startMariaDb, startRedis } from '../services.mjs';
import { rememberServer } from '../services/remember.mjs';
import { appProcesses, localAddress, sandboxEnvironment } from './app-processes.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { listenProblem } from './free-port.mjs';
import { installPackages } from './install-packages.mjs';
import { LaunchError } from './launch-error.mjs';
import { dataFolders } from './paths.mjs';
import { mayPretendPayments, paymentPageEnvironment } from './payment-page.mjs';
import { endLeftover } from './pid-record.mjs';
import { prepareDatabase } from './prepare-database.mjs';
import { ensureSecrets } from './secrets.mjs';

/** Folder of the build; the tests have one of their own. */
const BUILD = process.env.BUILD_DIRECTORY || 'build';

/**
 * Starts everything, what does not wait for each other side by side.
 * @param {{
 *   base: string,
 *   development: boolean,
 *   progress: import('./progress.mjs').Progress,
 *   processes: import('./managed-process.mjs').ManagedProcess[],
 *   signal: AbortSignal,
 *   sandbox: boolean,
 * }} options processes: filled with what has been started, also when this fails half way
 */
export async function launch({ base, development, progress, processes, signal, sandbox }) {
  const logFile = (name) => path.join(dataFolders(base).logs, `${name}.log`);
  const keep = (child) => {
    watch(child, progress);
    processes.push(child);
    signal.throwIfAborted();
    return child;
  };
  const startService = async (name, start) => {
    const service = await progress.step(name, async (say) => {
      const started = await start({ base, supervise: true, signal });
      say(`port ${started.port}`);
      return started;
    });
    keep(service.process);
    return service.url();
  };

  for (const name of ['web', 'worker', 'sandbox', 'payments']) await endLeftover(dataFolders(base).run, name);
  await requirePort(process.env);
  const [databaseUrl, redisUrl] = await all([
    process.env.DATABASE_URL || startService('MariaDB', startMariaDb),
    process.env.REDIS_URL ||
      startService('Redis', (options) =>
        startRedis({ ...options, maxmemory: process.env.REDIS_MAXMEMORY || undefined }),
      ),
    preparePackages({ development, progress, logFile, signal }),
  ]);
  signal.throwIfAborted();

  const build = development ? null : BUILD;
  const sandboxPort = sandbox ? (await rememberServer(base, 'sandbox')).port : undefined;
  const payments = mayPretendPayments(process.env, sandbox) ? await rememberServer(base, 'payments') : null;
  const env = {
    ...process.env,
    NODE_ENV: development ? 'development' : 'production',
    DATA_DIR: base,
    ...ensureSecrets(base),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...(sandboxPort ? sandboxEnvironment(sandboxPort) : {}),
    ...(payments ? paymentPageEnvironment(payments) : {}),
  };
  await progress.step('database', (say) =>
    prepareDatabase({ build, env, logFile: logFile('prepare'), say, signal }),
  );
  const create = appProcesses({ base, build, env, supervise: true });
  const start = (child) => progress.step(keep(child).name, () => child.start());
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

/** Like Promise.all, but lets the others come to their end first, so that none starts behind the caller's back. */
async function all(promises) {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((result) => result.value);
}

/** Looks before anything is started, because it is the commonest hindrance. */
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

/** Tells the person at the terminal when a child ended by itself and when it is back. */
function watch(child, progress) {
  child.on('crash', ({ code, signal, retryMs }) => {
    const when = retryMs === 0 ? 'now' : `in ${retryMs / 1000} s`;
    progress.line(`${child.name} ended by itself (${signal ?? `code ${code}`}); starting it again ${when}.`);
  });
  child.on('back', () => progress.line(`${child.name} is back.`));
}
