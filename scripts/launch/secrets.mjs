import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writePrivate } from '../services/remember.mjs';
import { LaunchError } from './launch-error.mjs';

const fresh = () => randomBytes(32).toString('base64url');

/**
 * The secrets that the environment does not give: made once and kept in `secrets.json` of the data folder,
 * readable by its owner only. Losing the file signs everybody out and makes stored keys unreadable.
 * @param {string} base data folder
 * @returns {Record<string, string>}
 */
export function ensureSecrets(base) {
  const file = path.join(base, 'secrets.json');
  const kept = readSecrets(file);
  const secrets = {
    SESSION_SECRET: kept.SESSION_SECRET ?? fresh(),
    JWT_SECRET: kept.JWT_SECRET ?? `k1:${fresh()}`,
    ENCRYPTION_KEYS: kept.ENCRYPTION_KEYS ?? `k1:${fresh()}`,
  };
  if (Object.keys(secrets).some((name) => kept[name] === undefined)) {
    writePrivate(file, `${JSON.stringify(secrets, null, 2)}\n`);
  }
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => !process.env[name]));
}

function readSecrets(file) {
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
