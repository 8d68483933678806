import { alignColumns } from './align-columns.mjs';

/** How scripts reach the browser in the runs of a flow. */
const RUNS = ['on', 'off', 'late'];

/**
 * @typedef {object} FlowRun
 * @property {{ title: string, name: string, scripts: string, needsScripts: boolean }} flow
 * @property {string | undefined} state `passed`, `failed`, or that it did not run
 */

/**
 * The list of browser flows and their runs: one line for a flow, one column for each way in which scripts
 * arrive.
 * @param {FlowRun[]} runs
 * @returns {string[]} lines; none when no flow ran
 */
export function listFlows(runs) {
  const rows = new Map();
  for (const { flow, state } of runs) {
    const name = `${flow.title}: ${flow.name}`;
    const cells = rows.get(name) ?? new Map(flow.needsScripts ? [['off', 'needs scripts']] : []);
    rows.set(name, cells.set(flow.scripts, state ?? 'not run'));
  }
  if (rows.size === 0) return [];
  const table = [
    ['flow', ...RUNS],
    ...[...rows.keys()]
      .sort((one, other) => (one < other ? -1 : 1))
      .map((name) => [name, ...RUNS.map((run) => rows.get(name).get(run) ?? 'not run')]),
  ];
  return alignColumns(table);
}

/**
 * The runs of flows in a report of Vitest in JSON.
 * @param {{ testResults: { assertionResults: { status: string, meta?: { flow?: FlowRun['flow'] } }[] }[] } | null} report
 * @returns {FlowRun[]}
 */
export function flowRunsIn(report) {
  const tests = report?.testResults.flatMap((file) => file.assertionResults) ?? [];
  return tests.flatMap(({ status, meta }) => (meta?.flow ? [{ flow: meta.flow, state: status }] : []));
}
