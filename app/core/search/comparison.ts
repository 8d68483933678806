import {
  BEING_WRITTEN,
  countWaiting,
  findSearchable,
  indexAgain,
  INDEXED,
  pageForComparison,
} from '#app/core/conversations/messages/search-state.ts';
import { logger } from '#app/core/platform/logger.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { markRemoved, pageDocuments, readDigests } from './documents.ts';

/** Hours from one comparison to the next; one that was interrupted is repeated then. */
const HOURS = 23;

/** Rows at a time. */
const PAGE = 500;

/** The backlog is counted up to this number of messages. */
const MAX_BACKLOG = 10_000;

/**
 * Compares the index with all messages, once a night in one of the processes, and repairs what differs.
 * @param stopping ends it after the current page
 */
export async function compareNightly(stopping: AbortSignal): Promise<void> {
  await change(AUTOCOMMIT, 'INSERT IGNORE INTO search_comparison (id, differences) VALUES (1, 0)');
  const claimed = await change(
    AUTOCOMMIT,
    `UPDATE search_comparison FORCE INDEX (PRIMARY) SET begun_at = NOW(3)
     WHERE id = 1 AND (begun_at IS NULL OR begun_at < NOW(3) - INTERVAL ? HOUR)`,
    [HOURS],
  );
  if (claimed === 0) return;
  const differences = await repairIndex(null, stopping);
  if (stopping.aborted) return;
  await change(AUTOCOMMIT, 'UPDATE search_comparison SET ended_at = NOW(3), differences = ? WHERE id = 1', [
    differences,
  ]);
  if (differences > 0) logger().warn({ differences }, 'the search index differed from the messages');
}

/**
 * Has messages indexed again whose index entry is missing or belongs to another text, and index entries deleted
 * whose message is gone, in the trash or in a temporary chat. A message that is edited at this moment may count as
 * different.
 * @param userId null for all accounts
 * @returns number of differences
 */
export async function repairIndex(userId: string | null, stopping: AbortSignal): Promise<number> {
  let differences = 0;
  for (let after = ''; !stopping.aborted;) {
    const messages = await pageForComparison({ after, max: PAGE, userId });
    if (messages.length === 0) break;
    after = messages.at(-1)!.id;
    const digests = await readDigests(messages.map(({ id }) => id));
    const wrong = messages.filter(({ id, state, isSettled, isSearchable, digest }) => {
      if (state === BEING_WRITTEN) return isSettled === 1;
      return state === INDEXED && isSearchable === 1 && !digests.get(id)?.equals(digest);
    });
    await indexAgain(wrong.map(({ id }) => id));
    differences += wrong.length;
  }
  for (let after = ''; !stopping.aborted;) {
    const ids = await pageDocuments({ after, max: PAGE, userId });
    if (ids.length === 0) break;
    after = ids.at(-1)!;
    const searchable = await findSearchable(AUTOCOMMIT, ids);
    const gone = ids.filter((id) => !searchable.has(id));
    await markRemoved(gone);
    differences += gone.length;
  }
  return differences;
}

/** The state of the index, for the metrics: messages that wait, and what the newest comparison has found. */
export async function measureIndex(): Promise<{ backlog: number; differences: number }> {
  const row = await selectRow<{ differences: number }>(
    AUTOCOMMIT,
    'SELECT differences FROM search_comparison WHERE id = 1',
  );
  return { backlog: await countWaiting(AUTOCOMMIT, MAX_BACKLOG), differences: row?.differences ?? 0 };
}
