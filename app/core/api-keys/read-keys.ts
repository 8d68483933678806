import type { Tx } from '#db/transaction.ts';
import { selectRows } from '#db/sql.ts';
import { KEY_COLUMNS, toApiKey, type ApiKey, type KeyRow } from './api-key.ts';

/** Keys by their ids, ended ones too: what they began may still be under way. */
export async function readKeys(tx: Tx, keyIds: string[]): Promise<ApiKey[]> {
  if (keyIds.length === 0) return [];
  const rows = await selectRows<KeyRow>(tx, `SELECT ${KEY_COLUMNS} FROM api_keys WHERE id IN (?)`, [keyIds]);
  return rows.map(toApiKey);
}
