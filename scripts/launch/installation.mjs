import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { privateServers } from '../services/private-servers.mjs';
import { writePrivate } from '../services/remember.mjs';
import { localAddress } from './app-processes.mjs';
import { LaunchError } from './launch-error.mjs';
import { SECRETS, readSecrets } from './secrets.mjs';

/**
 * Settings that must be equal, because running processes could not read the data of a command with other
 * values.
 */
const SHARED = [...SECRETS, 'S3_BUCKET'];

const fileOf = (base) => path.join(base, 'installation.json');

/**
 * Records the settings with which the launcher starts the application: its address, and SHA-256 sums of its
 * database address and its secrets, so that later commands can compare theirs.
 * @param {string} base absolute data folder
 * @param {Record<string, string | undefined>} env complete environment of web and worker
 */
export function rememberInstallation(base, env) {
  const sums = Object.fromEntries(['DATABASE_URL', ...SHARED].map((name) => [name, sumOf(env[name])]));
  const record = { APP_URL: env.APP_URL || localAddress(env), sums };
  writePrivate(fileOf(base), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * The environment of a command that only needs the database address: from the environment, otherwise that of
 * the launcher's private servers.
 * @param {string} base absolute data folder
 * @param {Record<string, string | undefined>} env
 * @returns {Record<string, string | undefined>}
 * @throws {LaunchError} if no database is known
 */
export function serversEnvironment(base, env) {
  const complete = { ...env, DATA_DIR: base, ...privateServers(base, env) };
  const record = readRecord(base);
  if (!env.DATABASE_URL && record && record.sums.DATABASE_URL !== sumOf(complete.DATABASE_URL))
    throw new LaunchError(
      'The last npm start had a DATABASE_URL in its environment, and this command has none.',
      'Give this command the same DATABASE_URL.',
    );
  if (complete.DATABASE_URL) return complete;
  throw new LaunchError(
    'No database is known.',
    'Start Parlance with npm start, its servers alone with npm run servers, or set DATABASE_URL.',
  );
}

/**
 * The environment of a command that acts as the installation itself. Never creates a secret.
 * @param {string} base absolute data folder
 * @param {Record<string, string | undefined>} env
 * @param {string[]} needed names without which the command is refused
 * @returns {Record<string, string | undefined>}
 * @throws {LaunchError} naming settings that are missing, or differ from those of the last npm start
 */
export function installationEnvironment(base, env, needed = [...SECRETS, 'REDIS_URL', 'APP_URL']) {
  const servers = serversEnvironment(base, env);
  const record = readRecord(base);
  const isOther = record !== null && record.sums.DATABASE_URL !== sumOf(servers.DATABASE_URL);
  // The folder's secrets belong to its own database, and do not fit another one.
  const known = isOther ? {} : { ...servers, ...readSecrets(base), APP_URL: record?.APP_URL };
  const given = Object.entries(env).filter(([, value]) => value);
  const complete = { ...known, ...Object.fromEntries(given), DATA_DIR: base };
  const missing = needed.filter((name) => !complete[name]);
  if (missing.length > 0)
    throw new LaunchError(
      `Settings of the installation are not known: ${missing.join(', ')}.`,
      'Start Parlance with npm start once, or give this command the environment of its processes.',
    );
  const others =
    record && !isOther ? SHARED.filter((name) => record.sums[name] !== sumOf(complete[name])) : [];
  if (others.length > 0)
    throw new LaunchError(
      `The last npm start had other settings: ${others.join(', ')}.`,
      'Give this command the same environment, or restart Parlance with the new one first.',
    );
  return complete;
}

/** @param {string | undefined} text @returns {string} SHA-256; empty if it is not set */
export function sumOf(text) {
  return text ? createHash('sha256').update(text).digest('hex') : '';
}

function readRecord(base) {
  try {
    return JSON.parse(readFileSync(fileOf(base), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw new LaunchError(
      `${fileOf(base)} cannot be read.`,
      'Start Parlance with npm start: it writes it anew.',
    );
  }
}
