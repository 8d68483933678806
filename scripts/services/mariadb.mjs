import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { awaitAnswer, probeTcp } from '../launch/await-answer.mjs';
import { LaunchError } from '../launch/launch-error.mjs';
import { ManagedProcess } from '../launch/managed-process.mjs';
import { dataFolders } from '../launch/paths.mjs';
import { endLeftover } from '../launch/pid-record.mjs';
import { findProgram, findUnpacked, unpackedEnvironment } from './find-program.mjs';
import { rememberServer, writePrivate } from './remember.mjs';
import { unpackPackages } from './unpack-packages.mjs';

const PACKAGES = [
  ['mariadb-server-core', 'mariadb-client'],
  ['mariadb-server-core-10.6', 'mariadb-client-10.6'],
];
const BY_HAND =
  'Install MariaDB 10.6 or newer (Debian: apt-get install mariadb-server), or set DATABASE_URL to a MySQL 8 or MariaDB server.';
const USER = 'parlance';
const DATABASE = 'parlance';

/**
 * A private MariaDB: own port, socket, password and data folder, durable at every commit because it stores
 * money.
 * @param {{ base: string, supervise?: boolean, signal?: AbortSignal, bufferPool?: string, serverOptions?: readonly string[] }} options
 *   base: absolute data folder; serverOptions: further arguments of the server, which override the others
 * @returns {Promise<{ process: ManagedProcess, port: number, url: (database?: string) => string }>}
 *   started
 */
export async function startMariaDb({
  base,
  supervise = false,
  signal,
  bufferPool = '128M',
  serverOptions = [],
}) {
  const folders = dataFolders(base);
  const program = await locateMariaDb(signal);
  const proof = {
    ownPidFile: path.join(folders.mariadb, 'mariadb.pid'),
    marker: `--datadir=${folders.mariadb}`,
  };
  await endLeftover(folders.run, 'mariadb', proof);
  signal?.throwIfAborted();
  const { port, password } = await rememberServer(base, 'mariadb');
  if (!existsSync(folders.mariadb)) await createDataFolder(program, folders.mariadb);
  const initFile = path.join(folders.base, 'mariadb-init.sql');
  writePrivate(initFile, initStatements(password));
  const server = new ManagedProcess({
    name: 'mariadb',
    command: program.server,
    args: [
      ...program.commonArguments,
      ...serverArguments({ folder: folders.mariadb, port, initFile, bufferPool }),
      ...serverOptions,
    ],
    env: program.env,
    runFolder: folders.run,
    logFile: path.join(folders.logs, 'mariadb.log'),
    supervise,
    proof,
    // A handshake packet (protocol version 10) is sent only after the init file ran.
    ready: (signal) => awaitAnswer(() => probeTcp({ port, isAnswer: (bytes) => bytes[4] === 10 }), signal),
  });
  await server.start();
  /** @param {string} [database] */
  const url = (database = DATABASE) => `mysql://${USER}:${password}@127.0.0.1:${port}/${database}`;
  return { process: server, port, url };
}

/**
 * Finds MariaDB on this machine, or unpacks it.
 * @param {AbortSignal} [signal]
 * @returns paths of the server and the installer, with the environment and arguments for both
 */
export async function locateMariaDb(signal) {
  const installed = findProgram(['mariadbd']);
  const installer = findProgram(['mariadb-install-db']);
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  if (installed && installer) {
    const commonArguments = ['--no-defaults', ...asRoot];
    return { server: installed, installer, env: process.env, commonArguments };
  }
  const tree = await unpackPackages('mariadb', PACKAGES, BY_HAND, signal);
  const server = findUnpacked(tree, ['mariadbd']);
  const unpackedInstaller = findUnpacked(tree, ['mariadb-install-db']);
  if (!server || !unpackedInstaller)
    throw new LaunchError('The unpacked MariaDB packages hold no server.', BY_HAND);
  const commonArguments = ['--no-defaults', ...asRoot, `--basedir=${path.join(tree, 'usr')}`];
  return { server, installer: unpackedInstaller, env: unpackedEnvironment(tree), commonArguments };
}

/** Created beside its final path and renamed when complete, so that a partial folder is never used. */
async function createDataFolder({ installer, env, commonArguments }, folder) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const args = [
    ...commonArguments,
    `--datadir=${fresh}`,
    // Concurrent installations would conflict in their temporary tables.
    `--tmpdir=${path.dirname(folder)}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--innodb-log-file-size=32M',
  ];
  try {
    await promisify(execFile)(installer, args, { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    throw new LaunchError('MariaDB could not create its data folder.', BY_HAND, error.stderr || error.stdout);
  }
  renameSync(fresh, folder);
}

function serverArguments({ folder, port, initFile, bufferPool }) {
  return [
    `--datadir=${folder}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    // Relative to the data folder: an absolute socket path is limited to about 100 bytes.
    '--socket=mariadb.sock',
    '--pid-file=mariadb.pid',
    // A server that starts deletes the temporary tables in its folder, also those of another running server.
    `--tmpdir=${path.dirname(folder)}`,
    `--init-file=${initFile}`,
    '--skip-name-resolve',
    '--skip-log-bin',
    '--max-connections=500',
    '--innodb-flush-log-at-trx-commit=1',
    '--innodb-log-file-size=32M',
    `--innodb-buffer-pool-size=${bufferPool}`,
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--default-time-zone=+00:00',
  ];
}

/**
 * Runs at every start, so that folders of earlier versions are fixed, too: the installer's accounts without a
 * password are removed from TCP, and root is the machine's own root, by the socket.
 */
function initStatements(password) {
  const user = `'${USER}'@'127.0.0.1'`;
  return [
    "DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');",
    'FLUSH PRIVILEGES;',
    "ALTER USER IF EXISTS 'root'@'localhost' IDENTIFIED VIA unix_socket;",
    `CREATE DATABASE IF NOT EXISTS ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;`,
    `CREATE USER IF NOT EXISTS ${user};`,
    `ALTER USER ${user} IDENTIFIED BY '${password}';`,
    `GRANT ALL ON \`${DATABASE}%\`.* TO ${user};`,
    '',
  ].join('\n');
}
