import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { appendFile, mkdir, opendir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LaunchError } from '../launch/launch-error.mjs';
import { sumOf } from '../launch/installation.mjs';
import { ROOT } from '../launch/paths.mjs';
import { SECRETS } from '../launch/secrets.mjs';
import { openDatabaseClient } from '../services/database-client.mjs';
import { writePrivate } from '../services/remember.mjs';
import { DUMP, FILES, FILE_SUMS, MANIFEST, Sum, secretsBeside, sumFile, writeManifest } from './manifest.mjs';
import { RowCounter } from './row-counter.mjs';

const PRIVATE = { mode: 0o600, flush: true };
/** Part of the name of a file that the store is still writing. */
const UNFINISHED = '.part-';

/**
 * Writes a backup of a running or stopped installation: a consistent snapshot of the database, then the files
 * of a store on this machine, and the secrets beside the folder. The folder gets its final name when it is
 * complete.
 * @param {{ base: string, env: Record<string, string | undefined>, folder: string, say: (line: string) => void }} options
 *   base: absolute data folder; env: database, secrets and store of the installation; folder: absolute, new
 *   or empty
 * @returns {Promise<import('./manifest.mjs').Manifest>}
 * @throws {LaunchError}
 */
export async function writeBackup({ base, env, folder, say }) {
  requireNew(folder);
  const client = await openDatabaseClient(env.DATABASE_URL);
  const [[version]] = await client.select('SELECT VERSION()');
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const rows = await writeDump(client, path.join(unfinished, DUMP));
    say(`database: ${Object.keys(rows).length} tables with rows`);
    writeFileSync(path.join(unfinished, FILE_SUMS), '', PRIVATE);
    const files = env.S3_BUCKET ? null : await copyFiles(path.join(base, FILES), unfinished);
    say(files === null ? `files: none copied, they are in the bucket ${env.S3_BUCKET}` : `files: ${files}`);
    const [[migration]] = await client.select('SELECT MAX(name) FROM schema_migrations');
    const { version: parlance } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const secrets = Object.fromEntries(SECRETS.map((name) => [name, env[name]]));
    const manifest = {
      createdAt: new Date().toISOString(),
      versions: {
        parlance,
        node: process.version,
        database: version,
        dump: await client.version(),
        migration,
      },
      rows,
      files,
      sums: {
        [DUMP]: await sumFile(path.join(unfinished, DUMP)),
        [FILE_SUMS]: await sumFile(path.join(unfinished, FILE_SUMS)),
      },
      secrets: Object.fromEntries(SECRETS.map((name) => [name, sumOf(env[name])])),
    };
    writeFileSync(path.join(unfinished, MANIFEST), writeManifest(manifest), PRIVATE);
    writePrivate(secretsBeside(folder), `${JSON.stringify(secrets, null, 2)}\n`);
    renameSync(unfinished, folder);
    say(`secrets: ${secretsBeside(folder)} (keep it apart)\nThe backup is in ${folder}`);
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function requireNew(folder) {
  try {
    if (readdirSync(folder).length === 0) return;
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  throw new LaunchError(`${folder} is not empty.`, 'Name another folder: a backup never replaces one.');
}

/** @returns {Promise<Record<string, number>>} rows by table */
async function writeDump(client, file) {
  const counter = new RowCounter();
  await client.dump(counter, createGzip({ level: 4 }), createWriteStream(file, PRIVATE));
  return Object.fromEntries(counter.rows);
}

/**
 * Copies the store, with a list of checksums in the format of `sha256sum`. A file that is deleted meanwhile
 * is skipped: its row was deleted before.
 * @returns {Promise<number>} files
 */
async function copyFiles(store, folder) {
  const list = path.join(folder, FILE_SUMS);
  let files = 0;
  for await (const place of filesBelow(store)) {
    const target = path.join(folder, FILES, place);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const sum = new Sum();
    try {
      await pipeline(createReadStream(path.join(store, place)), sum, createWriteStream(target, PRIVATE));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
      rmSync(target, { force: true });
      continue;
    }
    await appendFile(list, `${sum.digest()}  ${place}\n`);
    files += 1;
  }
  return files;
}

/** Paths of finished files, relative to the folder. */
async function* filesBelow(folder, below = '') {
  let entries;
  try {
    entries = await opendir(path.join(folder, below));
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  for await (const entry of entries) {
    const place = path.posix.join(below, entry.name);
    if (entry.isDirectory()) yield* filesBelow(folder, place);
    else if (entry.isFile() && !entry.name.includes(UNFINISHED)) yield place;
  }
}
