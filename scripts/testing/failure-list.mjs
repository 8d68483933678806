import { alignColumns } from './align-columns.mjs';

const COLUMNS = ['what fails', 'call', 'what the client saw', 'charged for', 'ledger', 'balance', ''];

/**
 * @typedef {object} FailureRun
 * @property {{ name: string, delivery: string, saw: string, charged: string, entries: string, balance: string }} failure
 *   ledger entries and difference of the balance in micro-dollars
 * @property {string | undefined} state `passed`, `failed`, or that it did not run
 */

/**
 * The matrix of failures: a line for each case and manner of call, with what its client saw and paid, and at the
 * end how many are wrong.
 * @param {FailureRun[]} runs
 * @returns {string[]} lines; none when no case ran
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
  return [...alignColumns([COLUMNS, ...rows]), `${rows.length} cases, ${wrong} wrong`];
}
