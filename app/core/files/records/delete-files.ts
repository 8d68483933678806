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

const FIELDS = 'id, user_id, object_name, thumbnail_name, bytes + thumbnail_bytes AS size';

/** Deletes a file of its owner: its row, then its bytes. @returns false for what is not there or somebody else's */
export async function deleteFile({ userId, id }: { userId: string; id: string }): Promise<boolean> {
  return (await deleteWhere('user_id = ? AND id = ?', [userId, id], 1)) > 0;
}

/** Deletes up to `most` files of a person. @returns how many */
export function deleteAllFiles(userId: string, most: number): Promise<number> {
  return deleteWhere('user_id = ?', [userId], most);
}

/** Deletes what generations of a person have made. */
export async function deleteFilesOf(userId: string, generationIds: readonly string[]): Promise<void> {
  if (generationIds.length === 0) return;
  const condition = 'user_id = ? AND generation_id IN (?)';
  while ((await deleteWhere(condition, [userId, [...generationIds]], MOST_AT_ONCE)) === MOST_AT_ONCE);
}

/** Deletes up to `most` files whose time is over. @returns how many */
export function deleteExpiredFiles(most = 500): Promise<number> {
  return deleteWhere('expires_at < NOW(3)', [], most);
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
    const gone = await deleteRows(
      owner,
      found.filter(({ user_id: userId }) => userId === owner),
    );
    await discardObjects(gone.flatMap((row) => [row.object_name, row.thumbnail_name]));
    deleted += gone.length;
  }
  return deleted;
}

/** Locks the usage first, as an insert does. @returns those that were still there */
function deleteRows(userId: string, rows: readonly Stored[]): Promise<Stored[]> {
  return transaction(async (tx) => {
    await write(tx, 'SELECT bytes FROM file_usage WHERE user_id = ? FOR UPDATE', [userId]);
    const ids = rows.map(({ id }) => id);
    const there = await selectRows<Stored>(
      tx,
      `SELECT ${FIELDS} FROM files FORCE INDEX (PRIMARY) WHERE id IN (?) FOR UPDATE`,
      [ids],
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

/** Deletes bytes that no row names any more. What cannot be deleted now is an orphan, and swept later. */
export async function discardObjects(names: readonly (string | null)[]): Promise<void> {
  for (const name of names) {
    if (name === null) continue;
    try {
      await (await files()).delete(name);
    } catch (error) {
      logger().warn(
        { error: (error as Error).message },
        'the bytes of a deleted file stay until they are swept',
      );
    }
  }
}
