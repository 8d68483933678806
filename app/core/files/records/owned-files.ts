import { groupBy } from '#app/contracts/lists/group-by.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { SELECT, toFile, type FileRecord } from './file-record.ts';

interface FileQuery {
  userId: string;
  /** Only those whose names contain it; '' for all. */
  search: string;
  /** The id of the last file of the page before; '' begins with the newest. */
  before: string;
  most: number;
}

/** A file of its owner. @returns null for what is not there, has expired or is somebody else's */
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
 * Files of one owner by their ids. What is not there, has expired or is somebody else's is missing in the answer.
 * @param ids whatever somebody sent: malformed ones are passed over
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

/** The first file of its owner that a generation has made. @returns null where there is none, or not any more */
export async function findMade(
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

/** What generations of a user have made, by generation and in its order; what was deleted is not there. */
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

/** Files of a person that have not expired, newest first. */
export async function listFiles(tx: Tx, { userId, search, before, most }: FileQuery): Promise<FileRecord[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))
       AND (? = '' OR id < ?) AND (? = '' OR name LIKE ?)
     ORDER BY id DESC LIMIT ?`,
    [userId, before, before, search, `%${search.replace(/[\\%_]/g, '\\$&')}%`, most],
  );
  return rows.map(toFile);
}

/**
 * Files of a user, in the order of their ids.
 * @param page.after the last id of the page before, '' to begin with
 */
export async function pageFiles(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<FileRecord[]> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `${SELECT} WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, most],
  );
  return rows.map(toFile);
}
