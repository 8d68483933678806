import { files } from '#app/core/files/files.ts';
import { logger } from '#app/core/platform/logger.ts';
import { change, selectRows, write, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

type Stored = {
  id: string;
  user_id: string;
  object_name: string;
  thumbnail_name: string | null;
  size: string;
};

/** Rows that are locked together. */
const MOST_AT_ONCE = 500;
const MOST_IN_A_REQUEST = 50;

const FIELDS = 'id, user_id, object_name, thumbnail_name, bytes + thumbnail_bytes AS size';

/** Deletes a file of its owner: its row, then its bytes. @returns false for what is not there or somebody else's */
export async function deleteFile({ userId, id }: { userId: string; id: string }): Promise<boolean> {
  return (await deleteWhere('user_id = ? AND id = ?', [userId, id], 1)) > 0;
}

/** Deletes up to `most` files of a person. @returns how many */
export function deleteAllFiles(userId: string, most: number): Promise<number> {
  return deleteWhere('user_id = ?', [userId], most);
}

/**
 * Deletes files of a person whose time is over, as it is of what a deleted conversation had alone: as many as a request can
 * wait for. The others are not shown any more, and go with `deleteExpiredFiles`.
 */
export async function deleteExpiredFilesOf(userId: string): Promise<void> {
  await deleteWhere('user_id = ? AND expires_at <= NOW(3)', [userId], MOST_IN_A_REQUEST);
}

/** Deletes all files whose time is over, some at a time. @returns how many */
export async function deleteExpiredFiles(): Promise<number> {
  let all = 0;
  for (let some = MOST_AT_ONCE; some === MOST_AT_ONCE; all += some)
    some = await deleteWhere('expires_at <= NOW(3)', [], MOST_AT_ONCE);
  return all;
}

/** Forgets what the files of a deleted account took. */
export async function forgetFileUsage(userId: string): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM file_usage WHERE user_id = ?', [userId]);
}

async function deleteWhere(condition: string, values: SqlValue[], most: number): Promise<number> {
  const found = await selectRows<Stored>(
    AUTOCOMMIT,
    `SELECT ${FIELDS} FROM files WHERE ${condition} ORDER BY id LIMIT ?`,
    [...values, most],
  );
  let deleted = 0;
  for (const owner of new Set(found.map(({ user_id: userId }) => userId))) {
    const ids = found.flatMap(({ id, user_id: userId }) => (userId === owner ? [id] : []));
    const gone = await deleteRows(owner, ids, { condition, values });
    await discardObjects(gone.flatMap((row) => [row.object_name, row.thumbnail_name]));
    deleted += gone.length;
  }
  return deleted;
}

/**
 * Locks the usage first, as an insert does.
 * @returns those that were still there, and still such: one that expires may have been attached meanwhile
 */
function deleteRows(
  userId: string,
  ids: readonly string[],
  { condition, values }: { condition: string; values: SqlValue[] },
): Promise<Stored[]> {
  return transaction(async (tx) => {
    await write(tx, 'SELECT bytes FROM file_usage WHERE user_id = ? FOR UPDATE', [userId]);
    const there = await selectRows<Stored>(
      tx,
      `SELECT ${FIELDS} FROM files FORCE INDEX (PRIMARY) WHERE id IN (?) AND ${condition} FOR UPDATE`,
      [[...ids], ...values],
    );
    if (there.length === 0) return [];
    const size = there.reduce((sum, row) => sum + Number(row.size), 0);
    await write(tx, 'DELETE FROM files WHERE id IN (?)', [there.map(({ id }) => id)]);
    await write(tx, 'UPDATE file_usage SET files = files - ?, bytes = bytes - ? WHERE user_id = ?', [
      there.length,
      size,
      userId,
    ]);
    return there;
  });
}

/**
 * Deletes bytes that no row names any more. Where the store is away they are orphans, and swept later; nothing waits for
 * each of them in turn.
 */
export async function discardObjects(names: readonly (string | null)[]): Promise<void> {
  try {
    for (const name of names) if (name !== null) await (await files()).delete(name);
  } catch (error) {
    logger().warn(
      { error: (error as Error).message },
      'the bytes of deleted files stay until they are swept',
    );
  }
}
