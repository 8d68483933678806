import type { Tx } from '#db/transaction.ts';
import { ApiKeyRecord } from '#db/models/api-keys.ts';
import { toApiKey, WITHOUT_SECRETS, type ApiKey } from './api-key.ts';

/** Keys by their ids, ended ones too: what they began may still be under way. */
export async function readKeys(tx: Tx, keyIds: string[]): Promise<ApiKey[]> {
  if (keyIds.length === 0) return [];
  const rows = await ApiKeyRecord.findAll({
    where: { id: keyIds },
    attributes: WITHOUT_SECRETS,
    transaction: tx,
  });
  return rows.map((row) => toApiKey(row.get()));
}
