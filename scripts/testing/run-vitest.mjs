import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/paths.mjs';
import { runTool } from '../launch/run-tool.mjs';
import { flowRunsIn, listFlows } from './flow-list.mjs';
import { endAbandonedRuns } from './test-runs.mjs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures one line each
 * @property {string} tail last lines of the output, for a stage that failed
 * @property {string[]} [notes] lines to show also when all is well
 */

/** True when the folder holds a test. */
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
 * @param {{ project: string, limitMinutes: number, logFile: string, env: NodeJS.ProcessEnv, givesWay?: boolean, signal: AbortSignal, node?: string, files?: string[] }} options
 *   limitMinutes: a stage that hangs is ended then, and counts as failed; givesWay: see runTool; node: the program that
 *   runs it and all that it starts, by default this one; files: which of the project, by default all
 * @returns {Promise<Counts>}
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
}) {
  const report = logFile.replace(/\.log$/, '.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  let ended;
  try {
    ended = await runTool({
      command: node,
      args: [
        path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        project,
        ...reporters,
        ...files,
      ],
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
  const results = readReport(report);
  const counts = { ...countResults(results, code, tail), notes: listFlows(flowRunsIn(results)) };
  if (late) counts.failures = [`it was ended after ${limitMinutes} minutes`];
  return counts;
}

/**
 * Adds up a report. A file that could not be loaded and an error outside of every test count as failures,
 * although the report lists no failed test for them.
 * @returns {Counts}
 */
export function countResults(report, code, tail) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: ['no report was written'], tail };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...report.testResults.flatMap((file) =>
      file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
    ),
    ...broken.map((file) => `${path.relative(ROOT, file.name)} could not run`),
  ];
  if (failures.length === 0 && code !== 0) failures.push('an error outside of every test');
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    tail,
  };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
