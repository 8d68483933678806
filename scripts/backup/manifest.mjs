import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LaunchError } from '../launch/launch-error.mjs';

/** File names in a backup folder. */
export const [MANIFEST, DUMP, FILES, FILE_SUMS] = [
  'manifest.json',
  'database.sql.gz',
  'files',
  'files.sha256',
];
const FORMAT = 1;

/**
 * @typedef {object} Manifest
 * @property {string} createdAt ISO 8601
 * @property {{ parlance: string, node: string, database: string, dump: string, migration: string }} versions
 * @property {Record<string, number>} rows table -> rows of the dump
 * @property {Record<string, string>} sums file of the folder -> SHA-256
 * @property {Record<string, string>} secrets name -> SHA-256 of its value
 * @property {number | null} files number of files; null if they are in a bucket
 */

/**
 * Stored beside the folder and not in it: with both, all sealed data can be opened. @param {string} folder
 */
export function secretsBeside(folder) {
  return `${folder}.secrets.json`;
}

/** @param {Manifest} manifest @returns {string} */
export function writeManifest(manifest) {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
}

/**
 * @param {string} folder of a backup
 * @returns {Manifest}
 * @throws {LaunchError} if the folder has no complete backup, or one in a format that this version does not
 * support
 */
export function readManifest(folder) {
  const remedy = 'Name a folder that npm run backup wrote to its end.';
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8'));
  } catch (error) {
    throw new LaunchError(`${folder} holds no backup: ${error.message}.`, remedy);
  }
  if (manifest?.format !== FORMAT)
    throw new LaunchError(
      `${folder} has the form ${manifest?.format}, and this version reads ${FORMAT}.`,
      'Restore it with the version that wrote it.',
    );
  const parts = ['versions', 'rows', 'sums', 'secrets'];
  const missing = parts.filter((name) => typeof manifest[name] !== 'object' || manifest[name] === null);
  if (missing.length > 0) throw new LaunchError(`The manifest lacks ${missing.join(', ')}.`, remedy);
  return manifest;
}

/** Passes bytes through and computes their SHA-256. */
export class Sum extends Transform {
  #hash = createHash('sha256');

  _transform(chunk, _encoding, done) {
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Call it after all bytes have passed. @returns {string} hexadecimal */
  digest() {
    return this.#hash.digest('hex');
  }
}

/** @param {string} file @returns {Promise<string>} SHA-256, hexadecimal */
export async function sumFile(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Compares the row counts of tables.
 * @param {Record<string, number>} expected
 * @param {Record<string, number>} found
 * @returns {string[]} a line for each table that differs
 */
export function compareRows(expected, found) {
  const tables = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return tables
    .filter((table) => (expected[table] ?? 0) !== (found[table] ?? 0))
    .map((table) => `${table}: ${expected[table] ?? 0} rows in the backup, ${found[table] ?? 0} here`);
}
