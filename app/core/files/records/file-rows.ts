import { AppError } from '#app/contracts/errors.ts';
import { files } from '#app/core/files/files.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { columnList, rowWriter } from '#db/columns.ts';
import { change, selectRow, selectRows, write, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction, type Tx } from '#db/transaction.ts';
import { COLUMNS, NAMES, type FileRecord } from './file-record.ts';

const toRow = rowWriter(COLUMNS, NAMES);

type StoredRow = {
  id: string;
  user_id: string;
  object_name: string;
  thumbnail_name: string | null;
  size: string;
};

/** Max rows that are locked together. */
const MAX_AT_ONCE = 500;

const MAX_IN_A_REQUEST = 50;

const FIELDS = 'id, user_id, object_name, thumbnail_name, bytes + thumbnail_bytes AS size';

/** Number and bytes of the files of an account, thumbnails included. */
interface FileUsage {
  files: number;
  bytes: number;
}

/**
 * Inserts the row of a prepared file and adds it to its owner's usage. Uploads beyond the owner's quota are
 * refused; results are counted, and never refused: they are paid for. Locks the owner's row of file_usage,
 * after all others.
 * @returns false if a file with this id exists; nothing was written then
 * @throws AppError file_quota
 */
export async function insertFile(tx: Transaction, file: FileRecord): Promise<boolean> {
  // Locked before the row is searched: of two inserts with one id, the second finds the row of the first.
  await write(
    tx,
    'INSERT INTO file_usage (user_id, files, bytes) VALUES (?, 0, 0) ON DUPLICATE KEY UPDATE files = files',
    [file.userId],
  );
  const usage = await selectRow<{ bytes: string }>(
    tx,
    'SELECT bytes FROM file_usage WHERE user_id = ? FOR UPDATE',
    [file.userId],
  );
  if (await selectRow(tx, 'SELECT id FROM files WHERE id = ?', [file.id])) return false;
  const bytes = file.bytes + file.thumbnailBytes;
  if (file.source === 'upload') assertFits(Number(usage?.bytes ?? 0) + bytes);
  await write(tx, `INSERT INTO files (${columnList(COLUMNS, NAMES)}) VALUES (?)`, [toRow(file)]);
  await change(tx, 'UPDATE file_usage SET files = files + 1, bytes = bytes + ? WHERE user_id = ?', [
    bytes,
    file.userId,
  ]);
  return true;
}

/**
 * Checks the quota of an account.
 * @param total bytes including the file to be stored
 * @throws AppError file_quota
 */
export function assertFits(total: number): void {
  const megabytes = config().LIMIT_FILES_MB;
  if (megabytes > 0 && total > megabytes * 1024 * 1024)
    throw new AppError('file_quota', { param: 'file', params: { max: megabytes } });
}

/**
 * Deletes a file of its owner: its row, then its bytes. @returns false if there is none, or it belongs to
 * another user
 */
export async function deleteFile({ userId, id }: { userId: string; id: string }): Promise<boolean> {
  return (await deleteWhere('user_id = ? AND id = ?', [userId, id], 1)) > 0;
}

/**
 * Deletes some of a user's files.
 * @param max max number of files
 * @returns how many
 */
export function deleteAllFiles(userId: string, max: number): Promise<number> {
  return deleteWhere('user_id = ?', [userId], max);
}

/**
 * Deletes expired files of a user, for example those that only a deleted conversation had: as many as a
 * request can wait for. The others are no longer shown, and `deleteExpiredFiles` deletes them.
 */
export async function deleteExpiredFilesOf(userId: string): Promise<void> {
  await deleteWhere('user_id = ? AND expires_at <= NOW(3)', [userId], MAX_IN_A_REQUEST);
}

/** Deletes all expired files, in batches. @returns how many */
export async function deleteExpiredFiles(): Promise<number> {
  let all = 0;
  for (let some = MAX_AT_ONCE; some === MAX_AT_ONCE; all += some)
    some = await deleteWhere('expires_at <= NOW(3)', [], MAX_AT_ONCE);
  return all;
}

/** Deletes the usage row of a deleted account. */
export async function forgetFileUsage(userId: string): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM file_usage WHERE user_id = ?', [userId]);
}

async function deleteWhere(condition: string, values: SqlValue[], max: number): Promise<number> {
  const found = await selectRows<StoredRow>(
    AUTOCOMMIT,
    `SELECT ${FIELDS} FROM files WHERE ${condition} ORDER BY id LIMIT ?`,
    [...values, max],
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
 * @returns the rows that still exist and still match: an expiring file may have been attached meanwhile
 */
function deleteRows(
  userId: string,
  ids: readonly string[],
  { condition, values }: { condition: string; values: SqlValue[] },
): Promise<StoredRow[]> {
  return transaction(async (tx) => {
    await write(tx, 'SELECT bytes FROM file_usage WHERE user_id = ? FOR UPDATE', [userId]);
    const there = await selectRows<StoredRow>(
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
 * Deletes objects that no row names any more. If the store is away they remain as orphans, to be swept later;
 * it does not wait for the timeout of each of them.
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

/** Returns the number of a user's files, and their bytes. */
export async function readFileUsage(tx: Tx, userId: string): Promise<FileUsage> {
  const row = await selectRow<{ files: string; bytes: string }>(
    tx,
    'SELECT files, bytes FROM file_usage WHERE user_id = ?',
    [userId],
  );
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
}
