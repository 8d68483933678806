import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { maskedValue } from './key-value.ts';

/** By what its owner knows a key again. */
export interface KeyLabel {
  id: string;
  name: string;
  /** `sk-par-Ab3d…` */
  maskedValue: string;
}

/** The names of keys, whosever they are, by their ids; one that is not there has none, nor one of a deleted account. */
export async function findKeyNames(tx: Tx, keyIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectRows<{ id: string; name: string }>(
    tx,
    'SELECT id, name FROM api_keys WHERE id IN (?)',
    [[...keyIds]],
  );
  return new Map(rows.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
}

/** Whose a key is, also one that is over; null for one that is not there. */
export async function findKeyOwner(tx: Tx, keyId: string): Promise<string | null> {
  const row = await selectRow<{ userId: string }>(tx, 'SELECT user_id AS userId FROM api_keys WHERE id = ?', [
    keyId,
  ]);
  return row?.userId ?? null;
}

/** The label of a user's key, also of one that is over; null for one that is not theirs or not there. */
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

/** The names of those of these keys that are the user's, by their ids; `isOver` for one that has no page any more. */
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
