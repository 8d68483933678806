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

/** Rows that are locked together. */
const MAX_AT_ONCE = 500;

const MAX_IN_A_REQUEST = 50;

const FIELDS = 'id, user_id, object_name, thumbnail_name, bytes + thumbnail_bytes AS size';

/** What the files of an account take, thumbnails included. */
interface FileUsage {
  files: number;
  bytes: number;
}

/**
 * Writes the row of a prepared file and adds it to its owner's usage. Uploads fit into the owner's quota or are refused;
 * results are counted, and never refused: they are paid for. Locks the owner's row of file_usage, after all others.
 * @returns false where a file of this id is there already; nothing was written then
 * @throws AppError file_quota
 */
export async function insertFile(tx: Transaction, file: FileRecord): Promise<boolean> {
  // Locked before the row is looked for: of two inserts of one id the second finds the first's row.
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
 * Refuses what would exceed the quota of an account.
 * @param total bytes with what is to be stored
 * @throws AppError file_quota
 */
export function assertFits(total: number): void {
  const megabytes = config().LIMIT_FILES_MB;
  if (megabytes > 0 && total > megabytes * 1024 * 1024)
    throw new AppError('file_quota', { param: 'file', params: { max: megabytes } });
}

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
  await deleteWhere('user_id = ? AND expires_at <= NOW(3)', [userId], MAX_IN_A_REQUEST);
}

/** Deletes all files whose time is over, some at a time. @returns how many */
export async function deleteExpiredFiles(): Promise<number> {
  let all = 0;
  for (let some = MAX_AT_ONCE; some === MAX_AT_ONCE; all += some)
    some = await deleteWhere('expires_at <= NOW(3)', [], MAX_AT_ONCE);
  return all;
}

/** Forgets what the files of a deleted account took. */
export async function forgetFileUsage(userId: string): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM file_usage WHERE user_id = ?', [userId]);
}

async function deleteWhere(condition: string, values: SqlValue[], most: number): Promise<number> {
  const found = await selectRows<StoredRow>(
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

/** How many files somebody has, and how many bytes they take. */
export async function readFileUsage(tx: Tx, userId: string): Promise<FileUsage> {
  const row = await selectRow<{ files: string; bytes: string }>(
    tx,
    'SELECT files, bytes FROM file_usage WHERE user_id = ?',
    [userId],
  );
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
}
