import { ApiKeyRecord } from '#db/models/api-keys.ts';
import type { Tx } from '#db/transaction.ts';
import { toApiKey, WITHOUT_SECRETS, type ApiKey } from './api-key.ts';
import { standing } from './find-own-key.ts';

/** A user's keys that are not over for ever, the newest first; KEYS_MAX bounds them. */
export async function listApiKeys(tx: Tx, userId: string, now = new Date()): Promise<ApiKey[]> {
  const records = await ApiKeyRecord.findAll({
    where: standing(userId, now),
    attributes: WITHOUT_SECRETS,
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
    transaction: tx,
  });
  return records.map((record) => toApiKey(record.get()));
}
