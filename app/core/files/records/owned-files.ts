import { groupBy } from '#app/contracts/lists/group-by.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

interface FileQuery {
  userId: string;
  /** Only files whose names contain it; '' for all. */
  search: string;
  /** The id of the last file of the previous page; '' begins with the newest. */
  before: string;
  max: number;
}

/** Finds a file of its owner. @returns null if it does not exist, has expired or belongs to another user */
export async function findFile(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
): Promise<FileRecord | null> {
  if (!isId(id)) return null;
  const row = await selectRow<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))`,
    [id, userId],
  );
  return row ? toFile(row) : null;
}

/**
 * Finds files of one owner by their ids. Files that do not exist, have expired or belong to another user are
 * missing in the result.
 * @param ids as a client sent them: malformed ones are ignored
 */
export async function findFiles(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Map<string, FileRecord>> {
  const wanted = [...new Set(ids)].filter(isId);
  if (wanted.length === 0) return new Map();
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE id IN (?) AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))`,
    [wanted, userId],
  );
  return new Map(rows.map(toFile).map((file) => [file.id, file]));
}

/**
 * Finds the first file that a generation of this owner has made. @returns null if there is none, or not any
 * more
 */
export async function findFirstGenerated(
  tx: Tx,
  { userId, generationId }: { userId: string; generationId: string },
): Promise<FileRecord | null> {
  const row = await selectRow<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE generation_id = ? AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))
     ORDER BY place LIMIT 1`,
    [generationId, userId],
  );
  return row ? toFile(row) : null;
}

/**
 * Finds the files that generations of a user have made, by generation and in their order, without deleted
 * ones.
 */
export async function filesOfGenerations(
  tx: Tx,
  { userId, generationIds }: { userId: string; generationIds: readonly string[] },
): Promise<Map<string, FileRecord[]>> {
  if (generationIds.length === 0) return new Map();
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE generation_id IN (?) AND user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))
     ORDER BY generation_id, place`,
    [[...generationIds], userId],
  );
  return groupBy(rows.map(toFile), ({ generationId }) => generationId ?? '');
}

/** Lists a user's files that have not expired, newest first. */
export async function listFiles(tx: Tx, { userId, search, before, max }: FileQuery): Promise<FileRecord[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))
       AND (? = '' OR id < ?) AND (? = '' OR name LIKE ?)
     ORDER BY id DESC LIMIT ?`,
    [userId, before, before, search, `%${search.replace(/[\\%_]/g, '\\$&')}%`, max],
  );
  return rows.map(toFile);
}

/**
 * Lists files of a user, in the order of their ids.
 * @param page.after the last id of the previous page; '' for the first page
 */
export async function pageFiles(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<FileRecord[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, max],
  );
  return rows.map(toFile);
}
