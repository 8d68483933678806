import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/paths.mjs';
import { runTool } from '../launch/run-tool.mjs';
import { endAbandonedRuns } from './test-runs.mjs';

/**
 * @typedef {object} FileResult one test file
 * @property {string} file relative to the project
 * @property {number} seconds from the start of its first test to the end of its last
 * @property {number} passed
 * @property {number} skipped
 * @property {string[]} failures the full name of each failed test; one entry for a file that could not be
 * loaded
 */

/**
 * @typedef {object} VitestResult
 * @property {FileResult[]} files
 * @property {string[]} errors failures that belong to no file: an error outside every test, a run without a report
 * @property {string} tail last lines of the output
 */

/** True if the folder contains a test. */
export function hasTests(folder) {
  try {
    return readdirSync(path.join(ROOT, folder), { recursive: true }).some((file) =>
      /\.test\.tsx?$/.test(file),
    );
  } catch {
    return false;
  }
}

/**
 * Runs one project of the Vitest configuration.
 * @param {{ project: string, limitMinutes: number, logFile: string, env: NodeJS.ProcessEnv, givesWay?: boolean, signal: AbortSignal, node?: string, files?: string[], isAlone?: boolean }} options
 *   limitMinutes: time limit, after which the stage is ended and counts as failed; givesWay: see runTool;
 *   node: the program for it and its child processes, default this one; files: default all files of the
 *   project; isAlone: one worker
 * @returns {Promise<VitestResult>}
 */
export async function runVitest({
  project,
  limitMinutes,
  logFile,
  env,
  givesWay,
  signal,
  node = process.execPath,
  files = [],
  isAlone = false,
}) {
  const report = logFile.replace(/\.log$/, '.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  if (env.SUITE === 'full') reporters.push('--reporter=./scripts/testing/table-reporter.mjs');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const workers = isAlone ? ['--maxWorkers=1', '--no-file-parallelism'] : [];
  let ended;
  try {
    ended = await runTool({
      command: node,
      args: [vitest, 'run', '--project', project, ...reporters, ...workers, ...files],
      cwd: ROOT,
      env,
      logFile,
      signal,
      givesWay,
      limitMs: limitMinutes * 60_000,
    });
  } finally {
    await endAbandonedRuns();
  }
  const { code, tail, late } = ended;
  const result = { ...readResults(readJson(report), code), tail };
  return late ? { ...result, errors: [`it was ended after ${limitMinutes} minutes`] } : result;
}

/**
 * Reads a JSON report of Vitest. Vitest reports no failed test for a file that could not be loaded, nor for
 * an error outside every test.
 * @param {any} report null if none was written
 * @param {number} code exit code of Vitest
 * @returns {{ files: FileResult[], errors: string[] }}
 */
export function readResults(report, code) {
  if (!report) return { files: [], errors: ['no report was written'] };
  const files = report.testResults.map(({ name, status, startTime, endTime, assertionResults }) => {
    const ended = (state) => assertionResults.filter((test) => test.status === state);
    const failed = ended('failed').map((test) => test.fullName);
    return {
      file: path.relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
      passed: ended('passed').length,
      skipped: assertionResults.length - ended('passed').length - failed.length,
      failures: status === 'failed' && failed.length === 0 ? ['the file could not run'] : failed,
    };
  });
  const isExplained = code === 0 || files.some(({ failures }) => failures.length > 0);
  return { files, errors: isExplained ? [] : ['an error outside of every test'] };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
