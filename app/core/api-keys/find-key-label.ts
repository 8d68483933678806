import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { maskedValue } from './key-value.ts';

/** By what its owner knows a key again. */
export interface KeyLabel {
  id: string;
  name: string;
  /** `sk-par-Ab3d…` */
  maskedValue: string;
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
