import { AppError } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';
import { columnList, rowWriter } from '#db/columns.ts';
import { change, selectRow, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { COLUMNS, NAMES, type FileRecord } from './file-record.ts';

const toRow = rowWriter(COLUMNS, NAMES);

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
