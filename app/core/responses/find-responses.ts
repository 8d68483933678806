import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { KEPT_COLUMNS, toKept, type KeptResponse, type KeptRow } from './kept-response.ts';

interface Owned {
  userId: string;
  id: string;
}

/** A response of its owner. @returns null for what is unknown, malformed, deleted or somebody else's */
export async function findResponse(tx: Tx, { userId, id }: Owned): Promise<KeptResponse | null> {
  if (!isId(id)) return null;
  const row = await selectRow<KeptRow>(
    tx,
    `SELECT ${KEPT_COLUMNS} FROM responses WHERE id = ? AND user_id = ?`,
    [id, userId],
  );
  return row ? toKept(row) : null;
}

/** How many bytes these take that are their owner's; what is not there takes none. */
export async function measureResponses(tx: Tx, userId: string, ids: readonly string[]): Promise<number> {
  const row = await selectRow<{ total: string | null }>(
    tx,
    'SELECT SUM(bytes) AS total FROM responses WHERE id IN (?) AND user_id = ?',
    [[...ids], userId],
  );
  return Number(row?.total ?? 0);
}

/** Those of these that are their owner's and there, by their ids. */
export async function findResponses(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, KeptResponse>> {
  const rows = await selectRows<KeptRow>(
    tx,
    `SELECT ${KEPT_COLUMNS} FROM responses WHERE id IN (?) AND user_id = ?`,
    [[...ids], userId],
  );
  return new Map(rows.flatMap((row) => toKept(row) ?? []).map((kept) => [kept.id, kept]));
}

/** One that does not open: its vault key is gone. */
type Closed = Pick<KeptResponse, 'id' | 'createdAt'> & { asked: null; answer: null };

/** A page of somebody's responses, by their ids. @param page.after the last id of the page before */
export async function pageResponses(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<(KeptResponse | Closed)[]> {
  const rows = await selectRows<KeptRow>(
    tx,
    `SELECT ${KEPT_COLUMNS} FROM responses WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, most],
  );
  return rows.map(
    (row) => toKept(row) ?? { id: row.id, createdAt: row.createdAt, asked: null, answer: null },
  );
}
