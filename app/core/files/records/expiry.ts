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
 * Lets files go to which nothing refers any more: no message, no prompt and no answer of the playground. Uploads go after
 * their time, and so does what a model made where a draft has it; else that goes at once. The caller has locked their rows.
 */
export async function letExpire(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const used = await selectRows<{ id: string }>(
    tx,
    `SELECT file_id AS id FROM message_files WHERE file_id IN (?)
     UNION SELECT file_id FROM playground_files WHERE file_id IN (?)
     UNION SELECT files.id FROM files JOIN playground_cells ON playground_cells.generation_id = files.generation_id
     WHERE files.id IN (?)`,
    [[...ids], [...ids], [...ids]],
  );
  const kept = new Set(used.map(({ id }) => id));
  const unused = ids.filter((id) => !kept.has(id));
  if (unused.length === 0) return;
  const drafted = await draftedAmong(tx, unused);
  const made = unused.filter((id) => !drafted.has(id));
  if (made.length > 0)
    await write(
      tx,
      `UPDATE files FORCE INDEX (PRIMARY) SET expires_at = NOW(3)
       WHERE id IN (?) AND source = 'result' AND expires_at IS NULL`,
      [made],
    );
  const later = uploadExpiry();
  if (later !== null)
    await write(
      tx,
      `UPDATE files FORCE INDEX (PRIMARY) SET expires_at = ? WHERE id IN (?) AND expires_at IS NULL`,
      [later, unused],
    );
}

/** Which of some files their owners have attached to what is not sent yet. */
async function draftedAmong(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const drafts = await selectRows<{ files: string }>(
    tx,
    `SELECT drafts.files FROM drafts WHERE drafts.files IS NOT NULL
       AND drafts.user_id IN (SELECT files.user_id FROM files WHERE files.id IN (?))`,
    [[...ids]],
  );
  return new Set(drafts.flatMap(({ files }) => JSON.parse(files) as string[]));
}
