import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { LaunchError } from '../launch/launch-error.mjs';
import { TOOLS } from '../launch/paths.mjs';
import { findProgram, findUnpacked, unpackedEnvironment } from './find-program.mjs';
import { unpackPackages } from './unpack-packages.mjs';

const PACKAGES = [['mariadb-client'], ['mariadb-client-10.6']];
const BY_HAND = 'Install MariaDB’s client (Debian: apt-get install mariadb-client).';
/** A row may exceed the programs' default limit. */
const ANY_PACKET = '--max-allowed-packet=1G';

/**
 * MariaDB's own programs for one database: its terminal client and its dump.
 * @typedef {Awaited<ReturnType<typeof openDatabaseClient>>} DatabaseClient
 */

/**
 * @param {string} url mysql://user:password@host:port/name
 * @throws {LaunchError} if the programs are missing and cannot be unpacked
 */
export async function openDatabaseClient(url) {
  const tools = await locateTools();
  const { args, database, password } = connectionOf(url);
  const env = { ...tools.env, MYSQL_PWD: password };
  const options = [...tools.options, ...args];
  const start = (program, more, stdio) => spawn(program, [...options, ...more], { env, stdio });
  return {
    database,
    /** Rows of a statement as text; NULL is `NULL`. @param {string} sql @returns {Promise<string[][]>} */
    async select(sql) {
      const more = ['--batch', '--skip-column-names', '--execute', sql, database];
      const run = promisify(execFile)(tools.client, [...options, ...more], {
        env,
        maxBuffer: 64 * 1024 * 1024,
      });
      const { stdout } = await run.catch((error) => fail('The database refused a statement.', error.stderr));
      return stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split('\t'));
    },
    /**
     * A consistent dump despite concurrent writes. @param {NodeJS.WritableStream[]} into streams that it is
     * piped through
     */
    async dump(...into) {
      const more = ['--single-transaction', '--quick', '--no-tablespaces', ANY_PACKET];
      const child = start(
        tools.dump,
        [...more, '--default-character-set=utf8mb4', database],
        ['ignore', 'pipe', 'pipe'],
      );
      await Promise.all([pipeline(child.stdout, ...into), ended(child, 'The database could not be dumped.')]);
    },
    /** Runs the statements of a stream; stops at the first error. @param {NodeJS.ReadableStream[]} from */
    async load(...from) {
      const more = ['--binary-mode', ANY_PACKET, '--default-character-set=utf8mb4', database];
      const child = start(tools.client, more, ['pipe', 'ignore', 'pipe']);
      const end = ended(child, 'The dump could not be loaded.');
      // A client that ends early closes its input; that error is not the cause.
      const [, sent] = await Promise.allSettled([end, pipeline(...from, child.stdin)]);
      await end;
      if (sent.status === 'rejected') throw sent.reason;
    },
    /** The version text of the dump program. @returns {Promise<string>} */
    async version() {
      const { stdout } = await promisify(execFile)(tools.dump, ['--version'], { env });
      return stdout.slice(stdout.indexOf('Ver')).trim();
    },
    /**
     * Opens the client in this terminal. @param {string[]} words arguments for the client @returns {number}
     * its exit code
     */
    runAtTerminal(words) {
      // Ctrl-C reaches both processes; the client handles it.
      process.on('SIGINT', () => undefined);
      return spawnSync(tools.client, [...options, ...words, database], { env, stdio: 'inherit' }).status ?? 1;
    },
  };
}

/**
 * Arguments with which the programs connect to a database address like the application: by TCP, and encrypted
 * if the address says so.
 * @param {string} url
 * @returns {{ args: string[], database: string, password: string }}
 */
export function connectionOf(url) {
  if (!URL.canParse(url))
    throw new LaunchError('DATABASE_URL is no address.', 'Mend it: mysql://user:password@host:3306/name.');
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  if (database === '')
    throw new LaunchError(
      'DATABASE_URL names no database.',
      'Mend it: mysql://user:password@host:3306/name.',
    );
  return {
    args: [
      '--protocol=TCP',
      `--host=${hostname.replace(/^\[|\]$/g, '')}`,
      `--port=${port || 3306}`,
      `--user=${decodeURIComponent(username)}`,
      searchParams.has('ssl') ? '--ssl' : '--skip-ssl',
    ],
    database,
    password: decodeURIComponent(password),
  };
}

/** Installed programs first, then those beside the private server, then separate packages. */
async function locateTools() {
  const installed = { client: findProgram(['mariadb']), dump: findProgram(['mariadb-dump']) };
  if (installed.client && installed.dump)
    return { ...installed, env: process.env, options: ['--no-defaults'] };
  // The unpacked tree of an earlier version has no dump program.
  const beside = path.join(TOOLS, 'mariadb');
  const tree = findUnpacked(beside, ['mariadb-dump'])
    ? beside
    : await unpackPackages('mariadb-client', PACKAGES, BY_HAND);
  const [client, dump] = [findUnpacked(tree, ['mariadb']), findUnpacked(tree, ['mariadb-dump'])];
  if (!client || !dump) throw new LaunchError('The unpacked packages hold no client of MariaDB.', BY_HAND);
  return { client, dump, env: unpackedEnvironment(tree), options: ['--no-defaults', ...pluginOptions(tree)] };
}

/** The authentication methods that MySQL has and MariaDB lacks are plugins. */
function pluginOptions(tree) {
  const library = path.join(tree, 'usr/lib');
  const folders = existsSync(library) ? readdirSync(library) : [];
  const plugins = folders.map((name) => path.join(library, name, 'libmariadb3/plugin')).filter(existsSync);
  return plugins.slice(0, 1).map((folder) => `--plugin-dir=${folder}`);
}

/** Waits for a program's end. @throws {LaunchError} with its error output if it failed */
async function ended(child, cause) {
  let said = '';
  child.stderr.on('data', (bytes) => (said = `${said}${bytes}`.slice(-4000)));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) fail(cause, said);
}

function fail(cause, detail = '') {
  const isAway = /ERROR (2002|2003|2005|2006|2013)|Got error: (2002|2003|2005)/.test(detail);
  const remedy = isAway
    ? 'Start the database: npm start, npm run servers, or the server that DATABASE_URL names.'
    : 'Read the lines above.';
  throw new LaunchError(cause, remedy, detail);
}
