import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort, listenProblem } from '../launch/free-port.mjs';

/**
 * The port and the password of a private server. Both are generated once and stored in `services.json` of the
 * data folder (readable by its owner only); a port that another program has taken meanwhile is replaced.
 * @param {string} base data folder
 * @param {string} name
 * @returns {Promise<{ port: number, password: string }>}
 */
export async function rememberServer(base, name) {
  const file = path.join(base, 'services.json');
  const all = readJson(file);
  const kept = all[name];
  if (kept && (await listenProblem(kept.port)) === null) return kept;
  const server = {
    port: await findFreePort(),
    password: kept?.password ?? randomBytes(24).toString('base64url'),
  };
  writePrivate(file, JSON.stringify({ ...readJson(file), [name]: server }, null, 2));
  return server;
}

/**
 * All private servers of the last start.
 * @param {string} base data folder
 * @returns {Record<string, { port: number, password: string }>}
 */
export function readRemembered(base) {
  return readJson(path.join(base, 'services.json'));
}

/** Replaces a file atomically; only its owner can read it. */
export function writePrivate(file, text) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
