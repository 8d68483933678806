import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/paths.mjs';

/** @typedef {import('./run-vitest.mjs').FileResult} FileResult */

/**
 * Projects whose tests use other processes and real time. Unit tests are never rerun: they fail for a reason.
 */
const PROJECT = /^tests\/(integration|api|http|e2e|faults)\//;
/** Tests of money are never rerun. */
const MONEY = 'fixtures/ledger-sums.ts';
/** With more failed files, bad luck is unlikely; rerunning them one by one would only delay the result. */
const MAX_REPEATED = 10;
/** More flaky files fail the run. */
export const MAX_FLAKY = 2;

/**
 * The failed files to run once more, alone, by project.
 * @param {readonly FileResult[]} results all files of the run
 * @param {(file: string) => string} [textOf] reads a file of the project
 * @returns {Map<string, string[]>} project -> files
 */
export function filesToRepeat(results, textOf = readSource) {
  const files = results
    .filter(({ failures }) => failures.length > 0)
    .map(({ file }) => file)
    .filter((file) => PROJECT.test(file) && !textOf(file).includes(MONEY));
  const byProject = new Map();
  if (files.length > MAX_REPEATED) return byProject;
  for (const file of files) {
    const [, project] = PROJECT.exec(file);
    byProject.set(project, [...(byProject.get(project) ?? []), file]);
  }
  return byProject;
}

/**
 * Replaces the first results of files with their second ones.
 * @param {readonly FileResult[]} first
 * @param {readonly FileResult[]} second results of the repeated files
 * @returns {{ results: FileResult[], flaky: FileResult[] }} flaky: first results of the files that passed the
 * second time
 */
export function mergeReruns(first, second) {
  const passed = new Map(
    second.filter(({ failures }) => failures.length === 0).map((result) => [result.file, result]),
  );
  const flaky = first.filter(({ file, failures }) => failures.length > 0 && passed.has(file));
  const results = first.map((result) => (flaky.includes(result) ? passed.get(result.file) : result));
  return { results, flaky };
}

function readSource(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
