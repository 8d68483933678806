import { alignColumns } from './align-columns.mjs';

/**
 * @typedef {object} ClientRun
 * @property {{ name: string, feature: string }} client
 * @property {string | undefined} state `passed`, `failed`, or that it did not run
 */

/**
 * The table of real clients: a line for each feature, a column for each client, with a dash where the client does not
 * offer it, and at the end how many are wrong.
 * @param {ClientRun[]} runs
 * @returns {string[]} lines; none when no client ran
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
