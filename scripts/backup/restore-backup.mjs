import {
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createClient } from 'redis';
import { LaunchError } from '../launch/launch-error.mjs';
import { sumOf } from '../launch/installation.mjs';
import { dataFolders } from '../launch/paths.mjs';
import { recordedPid } from '../launch/pid-record.mjs';
import { SECRETS, readSecrets, secretsFile, writeSecrets } from '../launch/secrets.mjs';
import { openDatabaseClient } from '../services/database-client.mjs';
import {
  DUMP,
  FILES,
  FILE_SUMS,
  Sum,
  compareRows,
  readManifest,
  secretsBeside,
  sumFile,
} from './manifest.mjs';

/**
 * Replaces a stopped installation with a backup: database, files and secrets; empties Redis. Checks all
 * checksums before it changes anything, and row counts and money afterwards.
 * @param {{ base: string, env: Record<string, string | undefined>, folder: string, replace: boolean, say: (line: string) => void }} options
 *   base: absolute data folder; env: the target's servers and, if set, its secrets and store; replace: true
 *   to delete the target's existing data
 * @throws {LaunchError} naming the obstacle, or the difference from the backup
 */
export async function restoreBackup({ base, env, folder, replace, say }) {
  const manifest = readManifest(folder);
  await checkSums(folder, manifest.sums);
  say(`backup of ${manifest.createdAt}, Parlance ${manifest.versions.parlance}: sums agree`);
  const secrets = chooseSecrets({ base, env, folder, sums: manifest.secrets });
  const client = await openDatabaseClient(env.DATABASE_URL);
  const redis = await openRedis(env.REDIS_URL);
  try {
    await requireRest(base, client);
    const found = await findContents({ base, client, redis, secrets });
    if (found.length > 0 && !replace)
      throw new LaunchError(
        `The installation is not empty: ${found.join(', ')}.`,
        'Say --replace to delete all of this, or name an empty one by DATA_DIR, DATABASE_URL and REDIS_URL.',
      );
    await emptyDatabase(client);
    await client.load(createReadStream(path.join(folder, DUMP)), createGunzip());
    await checkRows(client, manifest.rows);
    say(`database: ${Object.keys(manifest.rows).length} tables have the rows that they had`);
    say(await restoreFiles({ base, env, folder, files: manifest.files }));
    if (secrets) placeSecrets(base, secrets);
    await redis.flushDb();
    await checkMoney(client);
    say('money: every balance is the sum of its entries, and what is held that of its holds');
    say('Restored. npm start migrates it; with servers of your own, npm run migrate does.');
  } finally {
    redis.destroy();
  }
}

async function checkSums(folder, sums) {
  for (const name of [DUMP, FILE_SUMS]) {
    const file = path.join(folder, name);
    if (!existsSync(file) || (await sumFile(file)) !== sums[name]) throw spoiled(name);
  }
  for await (const { sum, place } of fileSums(folder)) {
    const file = path.join(folder, FILES, place);
    if (!existsSync(file) || (await sumFile(file)) !== sum) throw spoiled(`${FILES}/${place}`);
  }
}

function spoiled(name) {
  return new LaunchError(
    `${name} is missing or is not as it was written.`,
    'Take another backup; nothing was changed here.',
  );
}

async function* fileSums(folder) {
  for await (const line of createInterface(createReadStream(path.join(folder, FILE_SUMS)))) {
    const place = line.slice(66);
    // The list's checksum was verified; a backup never contains paths outside of the folder.
    if (!place.split('/').includes('..')) yield { sum: line.slice(0, 64), place };
  }
}

/**
 * Returns the secrets of the backup, for the data folder; null if the target has them already.
 * @throws {LaunchError} if the sealed data of the backup could not be opened
 */
function chooseSecrets({ base, env, folder, sums }) {
  const file = secretsBeside(folder);
  const saved = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const own = { ...readSecrets(base), ...env };
  const lacking = SECRETS.filter((name) => sumOf((saved ?? own)[name]) !== sums[name]);
  if (lacking.length > 0)
    throw new LaunchError(
      `The backup’s own secrets are needed, and ${saved ? file : 'this installation'} has others: ${lacking.join(', ')}.`,
      `Put the file of secrets that was written with the backup at ${file}.`,
    );
  const given = env.ENCRYPTION_KEYS?.split(',');
  const unknown = given && saved?.ENCRYPTION_KEYS.split(',').filter((key) => !given.includes(key));
  if (unknown?.length > 0)
    throw new LaunchError(
      'ENCRYPTION_KEYS of the environment lacks a key of the backup.',
      `Add the keys of ${file} behind the first one, or leave the variable out.`,
    );
  return saved;
}

/** @throws {LaunchError} while other processes use the database */
async function requireRest(base, client) {
  const { run } = dataFolders(base);
  const running = ['web', 'worker'].filter((name) => recordedPid(run, name) !== null);
  const [[others]] = await client.select(
    'SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
  );
  if (running.length === 0 && others === '0') return;
  throw new LaunchError(
    `The installation is in use: ${running.join(', ') || `${others} connection(s) to its database`}.`,
    'End web, worker and whatever else is connected; npm run servers runs the private servers alone.',
  );
}

/** Describes everything that a restore would delete. */
async function findContents({ base, client, redis, secrets }) {
  const tables = await tableNames(client);
  const store = path.join(base, FILES);
  const keys = await redis.dbSize();
  const own = readSecrets(base);
  return [
    tables.length > 0 && `${tables.length} tables in the database ${client.database}`,
    existsSync(store) && readdirSync(store).length > 0 && `files in ${store}`,
    keys > 0 && `${keys} keys in Redis`,
    secrets && SECRETS.some((name) => own[name] && own[name] !== secrets[name]) && `other secrets in ${base}`,
  ].filter(Boolean);
}

async function tableNames(client) {
  const rows = await client.select(
    'SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  return rows.map(([name]) => name);
}

/** Also drops tables of a newer version, which the dump does not contain. */
async function emptyDatabase(client) {
  const tables = await tableNames(client);
  if (tables.length === 0) return;
  const list = tables.map((name) => `\`${name}\``).join(', ');
  await client.select(`SET FOREIGN_KEY_CHECKS = 0; DROP TABLE ${list}`);
}

async function checkRows(client, expected) {
  const tables = await tableNames(client);
  const counts = tables.map((name) => `SELECT '${name}', COUNT(*) FROM \`${name}\``);
  const rows = await client.select(counts.join(' UNION ALL '));
  const found = Object.fromEntries(rows.map(([name, count]) => [name, Number(count)]));
  const differences = compareRows(expected, found);
  if (differences.length > 0)
    throw new LaunchError(
      'Not all rows were restored.',
      'Restore again with --replace.',
      differences.join('\n'),
    );
}

const MONEY = `
SELECT a.id, a.balance_micro, COALESCE((SELECT SUM(e.amount_micro) FROM ledger_entries e WHERE e.account_id = a.id), 0) AS entries,
       a.held_micro, COALESCE((SELECT SUM(h.amount_micro) FROM holds h WHERE h.account_id = a.id), 0) AS holds
FROM accounts a HAVING a.balance_micro <> entries OR a.held_micro <> holds LIMIT 100`;

async function checkMoney(client) {
  const wrong = await client.select(MONEY);
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ([id, balance, entries, held, holds]) =>
      `${id}: balance ${balance}, entries ${entries}, held ${held}, holds ${holds}`,
  );
  throw new LaunchError(
    'All is restored as it was, and in the backup itself the money of accounts does not agree.',
    'See “Holds that stay” in docs/runbook.md.',
    lines.join('\n'),
  );
}

async function restoreFiles({ base, env, folder, files }) {
  if (files === null) return 'files: none in the backup, they were in a bucket';
  if (env.S3_BUCKET)
    return `files: copy ${path.join(folder, FILES)} into the bucket ${env.S3_BUCKET} yourself`;
  const store = path.join(base, FILES);
  rmSync(store, { recursive: true, force: true });
  for await (const { sum, place } of fileSums(folder)) {
    const target = path.join(store, place);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const written = new Sum();
    const into = createWriteStream(target, { mode: 0o600, flush: true });
    await pipeline(createReadStream(path.join(folder, FILES, place)), written, into);
    if (written.digest() !== sum) throw spoiled(`${FILES}/${place}`);
  }
  return `files: ${files} restored, sums agree`;
}

function placeSecrets(base, secrets) {
  const own = readSecrets(base);
  if (SECRETS.every((name) => own[name] === secrets[name])) return;
  if (existsSync(secretsFile(base))) renameSync(secretsFile(base), `${secretsFile(base)}.replaced`);
  writeSecrets(base, secrets);
}

async function openRedis(url) {
  const remedy = 'Start Redis: npm run servers, or the server that REDIS_URL names.';
  if (!url) throw new LaunchError('No Redis is known.', remedy);
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new LaunchError(`Redis does not answer: ${error.message}.`, remedy);
  }
}
