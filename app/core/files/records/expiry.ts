import { config } from '#app/core/platform/config.ts';
import { selectRows, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

const HOUR = 3600 * 1000;

/** When an upload without references expires; null if the operator keeps them forever. */
export function uploadExpiry(now = Date.now()): Date | null {
  const hours = config().RETAIN_UPLOADS_HOURS;
  return hours === 0 ? null : new Date(now + hours * HOUR);
}

/** Removes the expiry of files that are attached to something. Locks their rows, after all others. */
export async function removeExpiry(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, 'UPDATE files SET expires_at = NULL WHERE id IN (?)', [[...new Set(ids)].sort()]);
}

/** Locks the rows of files, so that no other transaction attaches one while references to it are searched. */
export async function lockFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await selectRows(tx, 'SELECT id FROM files WHERE id IN (?) FOR UPDATE', [[...ids]]);
}

/**
 * Lets files expire that no message, prompt or playground answer refers to any more. Uploads expire after
 * their retention time, and so do generated files that a draft refers to; other generated files expire at
 * once. The caller has locked their rows.
 */
export async function expireUnused(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const used = await selectRows<{ id: string }>(
    tx,
    `SELECT file_id AS id FROM message_files WHERE file_id IN (?)
     UNION SELECT file_id FROM playground_files WHERE file_id IN (?)
     UNION SELECT files.id FROM files JOIN playground_cells ON playground_cells.generation_id = files.generation_id
     WHERE files.id IN (?)`,
    [[...ids], [...ids], [...ids]],
  );
  const usedIds = new Set(used.map(({ id }) => id));
  const unused = ids.filter((id) => !usedIds.has(id));
  if (unused.length === 0) return;
  const drafted = await findDrafted(tx, unused);
  const undrafted = unused.filter((id) => !drafted.has(id));
  if (undrafted.length > 0)
    await write(
      tx,
      `UPDATE files FORCE INDEX (PRIMARY) SET expires_at = NOW(3)
       WHERE id IN (?) AND source = 'result' AND expires_at IS NULL`,
      [undrafted],
    );
  const later = uploadExpiry();
  if (later !== null)
    await write(
      tx,
      `UPDATE files FORCE INDEX (PRIMARY) SET expires_at = ? WHERE id IN (?) AND expires_at IS NULL`,
      [later, unused],
    );
}

/** Returns those of the given files that are attached to a draft or a queued message of their owners. */
async function findDrafted(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const drafts = await selectRows<{ files: string }>(
    tx,
    `SELECT drafts.files FROM drafts WHERE drafts.files IS NOT NULL
       AND drafts.user_id IN (SELECT files.user_id FROM files WHERE files.id IN (?))
     UNION ALL SELECT queued_messages.files FROM queued_messages WHERE queued_messages.files IS NOT NULL
       AND queued_messages.user_id IN (SELECT files.user_id FROM files WHERE files.id IN (?))`,
    [[...ids], [...ids]],
  );
  return new Set(drafts.flatMap(({ files }) => JSON.parse(files) as string[]));
}
