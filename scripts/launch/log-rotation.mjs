import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';

const MEGABYTE = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Max files of one log, including the current one; the oldest are deleted first. */
const MAX_FILES = 10;
const PIECE_BYTES = 64 * 1024;
/** `web.log.2026-11-28T07-12-00.000Z` */
const MOMENT = /\.(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z)$/;

/**
 * Max size and age of logs, from LOG_MAX_MB and LOG_MAX_DAYS; invalid values are refused by the processes.
 * @param {Record<string, string | undefined>} env
 * @returns {{ maxBytes: number, maxAgeMs: number }}
 */
export function logLimits(env) {
  const number = (text, byDefault) => (Number(text) >= 1 ? Number(text) : byDefault);
  return {
    maxBytes: number(env.LOG_MAX_MB, 20) * MEGABYTE,
    maxAgeMs: number(env.LOG_MAX_DAYS, 14) * DAY_MS,
  };
}

/**
 * Moves the lines of a log that is too large, or was begun a day ago, to a new file beside it, and deletes
 * rotated files that are too old or too many. The writing process is not affected: it appends to the same
 * file, which is truncated. Lines written in the microseconds between the last copy and the truncation are
 * lost.
 * @param {string} file absolute; no-op if it does not exist
 * @param {{ maxBytes: number, maxAgeMs: number }} limits max size of the file, and max age of its last line
 * @param {Date} [now]
 */
export async function rotateLog(file, { maxBytes, maxAgeMs }, now = new Date()) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  const rotated = rotatedFiles(file);
  const isOld = (name) => now.getTime() - (momentOf(name) ?? statSync(name).mtimeMs) > maxAgeMs;
  // Deletes before copying, because the disk may be full.
  const kept = rotated.filter((name, index) => index < MAX_FILES - 1 && !isOld(name));
  for (const name of rotated.filter((one) => !kept.includes(one))) rmSync(name, { force: true });
  const begun = momentOf(kept[0]) ?? stat.birthtimeMs;
  if (stat.size === 0 || (stat.size <= maxBytes && now.getTime() - begun < DAY_MS)) return;
  const target = `${file}.${now.toISOString().replaceAll(':', '-')}`;
  try {
    await copyFile(file, target, constants.COPYFILE_EXCL);
    moveRest(file, target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
  if (kept.length === MAX_FILES - 1) rmSync(kept.at(-1), { force: true });
}

/**
 * Copies lines that were written during the copy, and truncates the log; synchronous, so that nothing else of
 * this process runs in between.
 */
function moveRest(file, target) {
  const from = openSync(file, 'r+');
  const into = openSync(target, 'a');
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let at = fstatSync(into).size; ;) {
      const bytes = readSync(from, piece, 0, PIECE_BYTES, at);
      if (bytes === 0) break;
      writeSync(into, piece, 0, bytes);
      at += bytes;
    }
    ftruncateSync(from, 0);
  } finally {
    closeSync(from);
    closeSync(into);
  }
}

/** Rotated files of a log, newest first; one of an earlier version (`web.log.1`) comes last. */
function rotatedFiles(file) {
  const folder = path.dirname(file);
  const names = readdirSync(folder).filter((name) => name.startsWith(`${path.basename(file)}.`));
  const places = names.filter((name) => MOMENT.test(name) || name.endsWith('.log.1'));
  return places
    .sort()
    .reverse()
    .map((name) => path.join(folder, name));
}

/** The time of a rotated file's last line. @returns {number | undefined} milliseconds */
function momentOf(name = '') {
  const moment = MOMENT.exec(name)?.[1];
  return moment && Date.parse(moment.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}
