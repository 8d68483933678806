import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { awaitAnswer, probeTcp } from '../launch/await-answer.mjs';
import { LaunchError } from '../launch/launch-error.mjs';
import { ManagedProcess } from '../launch/managed-process.mjs';
import { dataFolders } from '../launch/paths.mjs';
import { endLeftover } from '../launch/pid-record.mjs';
import { findProgram, findUnpacked, unpackedEnvironment } from './find-program.mjs';
import { rememberServer, writePrivate } from './remember.mjs';
import { unpackPackages } from './unpack-packages.mjs';

const PACKAGES = [['redis-server'], ['redis']];
const BY_HAND =
  'Install Redis 6.2 or newer (Debian: apt-get install redis-server), or set REDIS_URL to a Redis server.';

/** Memory limit of the private Redis; beyond it writes are refused, and nothing is evicted. */
const MAXMEMORY = '1gb';

/**
 * A private Redis: own port, password and data folder, every write in its append-only log, no eviction.
 * @param {{ base: string, supervise?: boolean, signal?: AbortSignal, maxmemory?: string }} options
 *   base: absolute data folder; maxmemory: default `1gb`
 * @returns {Promise<{ process: ManagedProcess, port: number, url: (database?: number) => string }>}
 *   started
 */
export async function startRedis({ base, supervise = false, signal, maxmemory = MAXMEMORY }) {
  const folders = dataFolders(base);
  const program = await locateRedis(signal);
  const configFile = path.join(base, 'redis.conf');
  const proof = { ownPidFile: path.join(base, 'redis-own.pid'), marker: configFile };
  await endLeftover(folders.run, 'redis', proof);
  signal?.throwIfAborted();
  const { port, password } = await rememberServer(base, 'redis');
  mkdirSync(folders.redis, { recursive: true, mode: 0o700 });
  writePrivate(
    configFile,
    configuration({ folder: folders.redis, port, password, maxmemory, pidFile: proof.ownPidFile }),
  );
  const server = new ManagedProcess({
    name: 'redis',
    command: program.server,
    args: [configFile],
    env: program.env,
    cwd: folders.redis,
    runFolder: folders.run,
    logFile: path.join(folders.logs, 'redis.log'),
    supervise,
    proof,
    ready: (signal) =>
      awaitAnswer(
        () =>
          probeTcp({
            port,
            say: `AUTH ${password}\r\nPING\r\nQUIT\r\n`,
            isAnswer: (bytes) => bytes.includes('+PONG'),
          }),
        signal,
      ),
  });
  await server.start();
  const url = (database = 0) => `redis://:${password}@127.0.0.1:${port}/${database}`;
  return { process: server, port, url };
}

/**
 * Finds Redis on this machine, or unpacks it.
 * @param {AbortSignal} [signal]
 */
export async function locateRedis(signal) {
  const installed = findProgram(['redis-server', 'valkey-server']);
  if (installed) return { server: installed, env: process.env };
  const tree = await unpackPackages('redis', PACKAGES, BY_HAND, signal);
  const server = findUnpacked(tree, ['redis-server', 'valkey-server']);
  if (!server) throw new LaunchError('The unpacked Redis packages hold no server.', BY_HAND);
  return { server, env: unpackedEnvironment(tree) };
}

function configuration({ folder, port, password, maxmemory, pidFile }) {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir "${folder}"`,
    `pidfile "${pidFile}"`,
    'daemonize no',
    // The command line must not change: it identifies the process.
    'set-proc-title no',
    'databases 64',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    `maxmemory ${maxmemory}`,
    'maxmemory-policy noeviction',
    // A crash can truncate the last record of the log; the rest is valid.
    'aof-load-truncated yes',
    '',
  ].join('\n');
}
