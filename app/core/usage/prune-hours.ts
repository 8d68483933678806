import { changeInBatches } from '#db/sql.ts';
import { oldestHours } from './sums/times.ts';

/** Rows in a statement, so that none holds locks for long. */
const AT_ONCE = 5000;

const FIGURES = `DELETE FROM usage_figures WHERE grain = 'hour' AND at < ? LIMIT ?`;
const RANKS = `DELETE FROM usage_ranks
  WHERE scope IN ('model', 'key', 'application') AND grain = 'hour' AND at < ? LIMIT ?`;

/** Deletes sums by hour of days that no dashboard shows by hour any more; those by day stay. */
export async function pruneHours(now: Date): Promise<void> {
  for (const sql of [FIGURES, RANKS]) await changeInBatches(sql, [oldestHours(now)], AT_ONCE);
}
