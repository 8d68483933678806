import { groupBy } from '#app/contracts/lists/group-by.ts';
import { TRASH_DAYS } from '#app/contracts/trash.ts';
import { listOldest, purgeTrash } from '#app/core/conversations/trash/trash-entries.ts';
import { deleteExpiredFilesOf } from '#app/core/files/records/file-rows.ts';
import { endSharesOf } from '#app/core/shares/ending.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/** Entries of one transaction. */
const BATCH = 50;

const DAY_MS = 86_400_000;

/**
 * Deletes entries of a user's trash for good, with their messages, files, index entries and links.
 * @returns how many entries were deleted; those that were restored or deleted meanwhile do not count
 */
export async function deleteTrashed(userId: string, ids: readonly string[]): Promise<number> {
  const count = await purgeBatch(userId, ids);
  await deleteExpiredFilesOf(userId);
  return count;
}

/**
 * Deletes the whole trash of a user for good, in batches.
 * @returns how many entries were deleted
 */
export async function emptyTrash(userId: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const some = await listOldest(AUTOCOMMIT, { userId }, BATCH);
    if (some.length === 0) break;
    deleted += await purgeBatch(
      userId,
      some.map(({ id }) => id),
    );
  }
  await deleteExpiredFilesOf(userId);
  return deleted;
}

/**
 * Deletes the entries of all users that were deleted more than 30 days ago, in batches.
 * @param stopping ends it after the current batch
 * @returns how many
 */
export async function pruneTrash(stopping: AbortSignal, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - TRASH_DAYS * DAY_MS);
  let deleted = 0;
  while (!stopping.aborted) {
    const some = await listOldest(AUTOCOMMIT, { before }, BATCH);
    if (some.length === 0) break;
    const idsOf = groupBy(some, ({ userId }) => userId);
    for (const [userId, entries] of idsOf)
      deleted += await purgeBatch(
        userId,
        entries.map(({ id }) => id),
      );
  }
  return deleted;
}

function purgeBatch(userId: string, ids: readonly string[]): Promise<number> {
  return transaction(async (tx) => {
    const { chats, count } = await purgeTrash(tx, userId, ids);
    await endSharesOf(tx, chats);
    return count;
  });
}
