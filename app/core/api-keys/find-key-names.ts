import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

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
