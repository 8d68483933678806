import { AUTOCOMMIT } from '#db/transaction.ts';
import { readReconciliationState } from './reconciliation-state.ts';
import { DAY_MS, dayOf, earliest, later } from './sums/times.ts';
import { readState, releaseRowsBefore } from './usage-state.ts';

/**
 * Lets go of the rows of days that were rolled up and compared and are older than `days`: from then on nothing compares
 * them. Said before the first of them is deleted, so that no comparison finds some missing.
 * @returns when a generation must have ended before to be deleted
 */
export async function releaseRows(days: number): Promise<Date> {
  const { now } = await readState(AUTOCOMMIT);
  const { verifiedUntil } = await readReconciliationState();
  const before = earliest(verifiedUntil, dayOf(later(now, -days * DAY_MS)));
  await releaseRowsBefore(AUTOCOMMIT, before);
  return before;
}
