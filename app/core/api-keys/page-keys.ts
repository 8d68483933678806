import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { KEY_COLUMNS, toApiKey, type ApiKey, type KeyRow } from './api-key.ts';

/**
 * Keys of a user, revoked ones too, in the order of their ids; never their values.
 * @param page.after the last id of the page before, '' to begin with
 */
export async function pageKeys(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<ApiKey[]> {
  const rows = await selectRows<KeyRow>(
    tx,
    `SELECT ${KEY_COLUMNS} FROM api_keys WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, most],
  );
  return rows.map(toApiKey);
}
