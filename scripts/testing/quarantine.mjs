import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/paths.mjs';

/** Relative to the project. */
export const QUARANTINE_FILE = 'tests/quarantine.json';
/** Max entries: fix unsteady tests before adding others. */
export const MAX_ENTRIES = 5;
/** After this many days an entry counts as a normal test again. */
const DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * @typedef {object} QuarantineEntry a test whose failure does not fail the run
 * @property {string} file relative to the project
 * @property {string} test full name, as a report shows it
 * @property {string} date of the entry, `2026-11-27`
 * @property {string} reason known facts, and the person who investigates
 */

/**
 * Reads the active entries.
 * @returns {QuarantineEntry[]}
 */
export function readQuarantine() {
  return activeEntries(JSON.parse(readFileSync(path.join(ROOT, QUARANTINE_FILE), 'utf8')), Date.now());
}

/**
 * The entries that are younger than 14 days.
 * @param {readonly QuarantineEntry[]} entries
 * @param {number} now milliseconds since 1970
 */
export function activeEntries(entries, now) {
  return entries.filter(({ date }) => now < Date.parse(date) + DAYS * DAY_MS);
}

/**
 * Removes the failures of quarantined tests from results.
 * @param {readonly import('./run-vitest.mjs').FileResult[]} results
 * @param {readonly QuarantineEntry[]} entries
 * @returns {{ results: import('./run-vitest.mjs').FileResult[], quarantined: string[] }} quarantined: a line
 * for each failure that does not count
 */
export function setApart(results, entries) {
  const isEntry = (file, failure) => entries.some((entry) => entry.file === file && entry.test === failure);
  return {
    results: results.map((result) => ({
      ...result,
      failures: result.failures.filter((failure) => !isEntry(result.file, failure)),
    })),
    quarantined: results.flatMap(({ file, failures }) =>
      failures.filter((failure) => isEntry(file, failure)).map((failure) => `${file}: ${failure}`),
    ),
  };
}
