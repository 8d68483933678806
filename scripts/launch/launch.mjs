import path from 'node:path';
import { startMariaDb, startRedis } from '../services.mjs';
import { rememberServer } from '../services/remember.mjs';
import { appProcesses, localAddress, sandboxEnvironment } from './app-processes.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { isPortFree } from './free-port.mjs';
import { installPackages } from './install-packages.mjs';
import { LaunchError } from './launch-error.mjs';
import { dataFolders } from './paths.mjs';
import { endLeftover } from './pid-record.mjs';
import { prepareDatabase } from './prepare-database.mjs';
import { ensureSecrets } from './secrets.mjs';

const BUILD = 'build';

/**
 * Starts everything, what does not wait for each other side by side.
 * @param {{
 *   base: string,
 *   progress: import('./progress.mjs').Progress,
 *   processes: import('./managed-process.mjs').ManagedProcess[],
 *   signal: AbortSignal,
 *   sandbox: boolean,
 * }} options processes: filled with what has been started, also when this fails half way
 */
export async function launch({ base, progress, processes, signal, sandbox }) {
  const logFile = (name) => path.join(dataFolders(base).logs, `${name}.log`);
  const keep = (child) => {
    watch(child, progress);
    processes.push(child);
    signal.throwIfAborted();
    return child;
  };
  const startService = async (name, start) => {
    const service = await progress.step(name, async (say) => {
      const started = await start({ base, supervise: true });
      say(`port ${started.port}`);
      return started;
    });
    keep(service.process);
    return service.url();
  };

  for (const name of ['web', 'worker', 'sandbox']) await endLeftover(dataFolders(base).run, name);
  await requirePort(process.env);
  const [databaseUrl, redisUrl] = await all([
    process.env.DATABASE_URL || startService('MariaDB', startMariaDb),
    process.env.REDIS_URL || startService('Redis', startRedis),
    (async () => {
      await progress.step('packages', (say) => installPackages({ logFile: logFile('npm'), say, signal }));
      signal.throwIfAborted();
      await progress.step('build', (say) =>
        buildIfChanged({ folder: BUILD, logFile: logFile('build'), say, signal }),
      );
    })(),
  ]);
  signal.throwIfAborted();

  const sandboxPort = sandbox ? (await rememberServer(base, 'sandbox')).port : undefined;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: base,
    ...ensureSecrets(base),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...(sandboxPort ? sandboxEnvironment(sandboxPort) : {}),
  };
  await progress.step('database', (say) =>
    prepareDatabase({ build: BUILD, env, logFile: logFile('prepare'), say, signal }),
  );
  const create = appProcesses({ base, build: BUILD, env, supervise: true });
  const start = (child) => progress.step(keep(child).name, () => child.start());
  await all([
    start(create.web()),
    start(create.worker()),
    ...(sandboxPort ? [start(create.sandbox(sandboxPort))] : []),
  ]);
}

/** Like Promise.all, but lets the others come to their end first, so that none starts behind the caller's back. */
async function all(promises) {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((result) => result.value);
}

async function requirePort(env) {
  const port = Number(env.PORT || 3000);
  if (await isPortFree(port, env.HOST || '127.0.0.1')) return;
  throw new LaunchError(
    `Another program listens at ${localAddress(env)}.`,
    `End it, or choose another port: PORT=${port + 1} npm start`,
  );
}

/** Tells the person at the terminal when a child ended by itself and when it is back. */
function watch(child, progress) {
  child.on('crash', ({ code, signal, retryMs }) => {
    const when = retryMs === 0 ? 'now' : `in ${retryMs / 1000} s`;
    progress.line(`${child.name} ended by itself (${signal ?? `code ${code}`}); starting it again ${when}.`);
  });
  child.on('back', () => progress.line(`${child.name} is back.`));
}
