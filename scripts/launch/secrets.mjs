import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writePrivate } from '../services/remember.mjs';
import { LaunchError } from './launch-error.mjs';

/** Secrets of an installation; each may be a list. */
export const SECRETS = ['SESSION_SECRET', 'JWT_SECRET', 'ENCRYPTION_KEYS'];

const fresh = () => randomBytes(32).toString('base64url');

/**
 * The secrets that the environment does not set: generated once and stored in `secrets.json` of the data
 * folder, readable by its owner only. Losing the file signs all users out and makes stored keys unreadable.
 * @param {string} base data folder
 * @returns {Record<string, string>}
 */
export function ensureSecrets(base) {
  const kept = readSecrets(base);
  const secrets = {
    SESSION_SECRET: kept.SESSION_SECRET ?? fresh(),
    JWT_SECRET: kept.JWT_SECRET ?? `k1:${fresh()}`,
    ENCRYPTION_KEYS: kept.ENCRYPTION_KEYS ?? `k1:${fresh()}`,
  };
  if (SECRETS.some((name) => kept[name] === undefined)) writeSecrets(base, secrets);
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => !process.env[name]));
}

/**
 * @param {string} base data folder
 * @param {Record<string, string>} secrets
 */
export function writeSecrets(base, secrets) {
  writePrivate(secretsFile(base), `${JSON.stringify(secrets, null, 2)}\n`);
}

/** @param {string} base data folder */
export function secretsFile(base) {
  return path.join(base, 'secrets.json');
}

/**
 * The secrets in the data folder; empty if it has no secrets file.
 * @param {string} base data folder
 * @returns {Record<string, string>}
 * @throws {LaunchError} if the file is corrupt
 */
export function readSecrets(base) {
  const file = secretsFile(base);
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    // New secrets would make everything that was encrypted with the old ones unreadable.
    throw new LaunchError(
      `${file} is not readable as JSON.`,
      'Restore it from a backup, or delete it to start with new secrets.',
    );
  }
}
