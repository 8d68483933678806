import { config } from '#app/core/platform/config.ts';
import { selectRows, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

const HOUR = 3600 * 1000;

/** When an upload that nothing refers to goes by itself; null where the operator keeps them. */
export function uploadExpiry(now = Date.now()): Date | null {
  const hours = config().RETAIN_UPLOADS_HOURS;
  return hours === 0 ? null : new Date(now + hours * HOUR);
}

/** Lets files stay for as long as what they are attached to. Locks their rows, after all others. */
export async function keepFromExpiry(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, 'UPDATE files SET expires_at = NULL WHERE id IN (?)', [[...new Set(ids)].sort()]);
}

/** Locks the rows of files, so that nobody attaches one while it is found out whether something refers to it. */
export async function lockFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await selectRows(tx, 'SELECT id FROM files WHERE id IN (?) FOR UPDATE', [[...ids]]);
}

/**
 * Lets uploads to which nothing refers any more go after their time: no message and no prompt of the playground. What a
 * model made stays.
 */
export async function letExpire(tx: Transaction, ids: readonly string[]): Promise<void> {
  const at = uploadExpiry();
  if (ids.length === 0 || at === null) return;
  const used = await selectRows<{ file_id: string }>(
    tx,
    `SELECT file_id FROM message_files WHERE file_id IN (?)
     UNION SELECT file_id FROM playground_files WHERE file_id IN (?)`,
    [[...ids], [...ids]],
  );
  const kept = new Set(used.map((row) => row.file_id));
  const unused = ids.filter((id) => !kept.has(id));
  if (unused.length === 0) return;
  await write(
    tx,
    `UPDATE files FORCE INDEX (PRIMARY) SET expires_at = ?
     WHERE id IN (?) AND source = 'upload' AND expires_at IS NULL`,
    [at, unused],
  );
}
