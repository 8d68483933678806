/** How scripts reach the browser in the runs of a flow. */
const SCRIPTS = ['on', 'off', 'late'];

const FAILURE_COLUMNS = ['what fails', 'call', 'what the client saw', 'charged for', 'ledger', 'balance', ''];

/**
 * @typedef {object} FlowRun
 * @property {{ title: string, name: string, scripts: string, needsScripts: boolean }} flow
 * @property {string | undefined} state `passed`, `failed`, or another Vitest state for a test that did not
 * run
 */

/**
 * @typedef {object} FailureRun
 * @property {{ name: string, delivery: string, saw: string, charged: string, entries: string, balance: string }} failure
 *   ledger entries and difference of the balance in micro-dollars
 * @property {string | undefined} state as in FlowRun
 */

/**
 * @typedef {object} ClientRun
 * @property {{ name: string, feature: string }} client
 * @property {string | undefined} state as in FlowRun
 */

/**
 * The table of browser flows: a line for each flow, a column for each way in which scripts arrive.
 * @param {FlowRun[]} runs
 * @returns {string[]} lines; empty if no flow ran
 */
export function listFlows(runs) {
  const rows = new Map();
  for (const { flow, state } of runs) {
    const name = `${flow.title}: ${flow.name}`;
    const cells = rows.get(name) ?? new Map(flow.needsScripts ? [['off', 'needs scripts']] : []);
    rows.set(name, cells.set(flow.scripts, state ?? 'not run'));
  }
  if (rows.size === 0) return [];
  const names = [...rows.keys()].sort((one, other) => (one < other ? -1 : 1));
  return alignColumns([
    ['flow', ...SCRIPTS],
    ...names.map((name) => [name, ...SCRIPTS.map((way) => rows.get(name).get(way) ?? 'not run')]),
  ]);
}

/**
 * The matrix of failures: a line for each case and delivery, with the client's result and charge. The last
 * line counts the wrong ones.
 * @param {FailureRun[]} runs
 * @returns {string[]} lines; empty if no case ran
 */
export function listFailures(runs) {
  if (runs.length === 0) return [];
  const rows = runs.map(({ failure, state }) => [
    failure.name,
    failure.delivery,
    failure.saw,
    failure.charged,
    `${failure.entries} µ$`,
    `${failure.balance} µ$`,
    state === 'passed' ? 'ok' : 'WRONG',
  ]);
  const wrong = rows.filter((row) => row.at(-1) === 'WRONG').length;
  return [...alignColumns([FAILURE_COLUMNS, ...rows]), `${rows.length} cases, ${wrong} wrong`];
}

/**
 * The table of real clients: a line for each feature, a column for each client, a dash if the client lacks
 * the feature. The last line counts the wrong ones.
 * @param {ClientRun[]} runs
 * @returns {string[]} lines; empty if no client ran
 */
export function listClients(runs) {
  if (runs.length === 0) return [];
  const names = [...new Set(runs.map(({ client }) => client.name))].sort();
  const features = [...new Set(runs.map(({ client }) => client.feature))];
  const rows = features.map((feature) => [
    feature,
    ...names.map((name) => {
      const run = runs.find(({ client }) => client.name === name && client.feature === feature);
      if (!run) return '–';
      return run.state === 'passed' ? 'ok' : 'WRONG';
    }),
  ]);
  const wrong = rows.flat().filter((cell) => cell === 'WRONG').length;
  return [
    ...alignColumns([['what a client does', ...names], ...rows]),
    `${runs.length} cases, ${wrong} wrong`,
  ];
}

/** Pads each column to its widest cell. The first row is the header. @param {string[][]} rows */
function alignColumns(rows) {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}
