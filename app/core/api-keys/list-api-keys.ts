import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { KEY_COLUMNS, toApiKey, type ApiKey, type KeyRow } from './api-key.ts';
import { standing } from './find-own-key.ts';

/** A user's keys that are not over for ever, the newest first; KEYS_MAX bounds them. */
export async function listApiKeys(tx: Tx, userId: string, now = new Date()): Promise<ApiKey[]> {
  const [isStanding, values] = standing(userId, now);
  const rows = await selectRows<KeyRow>(
    tx,
    `SELECT ${KEY_COLUMNS} FROM api_keys WHERE ${isStanding} ORDER BY created_at DESC, id DESC`,
    values,
  );
  return rows.map(toApiKey);
}
