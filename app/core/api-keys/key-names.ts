import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { maskedValue } from './key-value.ts';

/** The data by which its owner recognizes a key. */
export interface KeyLabel {
  id: string;
  name: string;
  /** `sk-par-Ab3d…` */
  maskedValue: string;
}

/** The names of keys of any owner, by id; missing for unknown keys and for those of deleted accounts. */
export async function findKeyNames(tx: Tx, keyIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectRows<{ id: string; name: string }>(
    tx,
    'SELECT id, name FROM api_keys WHERE id IN (?)',
    [[...keyIds]],
  );
  return new Map(rows.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
}

/** The owner of a key, also of an ended one; null if the key does not exist. */
export async function findKeyOwner(tx: Tx, keyId: string): Promise<string | null> {
  const row = await selectRow<{ userId: string }>(tx, 'SELECT user_id AS userId FROM api_keys WHERE id = ?', [
    keyId,
  ]);
  return row?.userId ?? null;
}

/** The label of a user's key, also of an ended one; null if it is not theirs or does not exist. */
export async function findKeyLabel(
  tx: Tx,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<KeyLabel | null> {
  const row = await selectRow<{ id: string; name: string; prefix: string }>(
    tx,
    'SELECT id, name, prefix FROM api_keys WHERE id = ? AND user_id = ?',
    [keyId, userId],
  );
  return row ? { id: row.id, name: row.name, maskedValue: maskedValue(row.prefix) } : null;
}

/**
 * The names of those of these keys that belong to the user, by id; `isOver` for an ended one, which has no
 * page any more.
 */
export async function readKeyNames(
  tx: Tx,
  { userId, ids }: { userId: string; ids: readonly string[] },
  now = new Date(),
): Promise<Map<string, { name: string; isOver: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRows<{ id: string; name: string; is_over: number }>(
    tx,
    `SELECT id, name, (revoked_at IS NOT NULL OR (overlap_until IS NOT NULL AND overlap_until <= ?)) AS is_over
     FROM api_keys WHERE id IN (?) AND user_id = ?`,
    [now, [...ids], userId],
  );
  return new Map(rows.map(({ id, name, is_over: isOver }) => [id, { name, isOver: isOver === 1 }]));
}
