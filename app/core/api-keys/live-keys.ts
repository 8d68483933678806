import { bannedUsers } from '#app/core/accounts/banned-users.ts';
import { ApiKeyRecord } from '#db/models/api-keys.ts';
import type { Tx } from '#db/transaction.ts';
import { stateOf, toApiKey, WITHOUT_SECRETS } from './api-key.ts';

/** Which of these keys may still be used: in force, and their owner not banned. */
export async function liveKeys(tx: Tx, ids: string[], now = new Date()): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const records = await ApiKeyRecord.findAll({
    where: { id: ids },
    attributes: WITHOUT_SECRETS,
    transaction: tx,
  });
  const keys = records.map((record) => toApiKey(record.get()));
  const banned = await bannedUsers(tx, [...new Set(keys.map(({ userId }) => userId))], now);
  const live = keys.filter((key) => stateOf(key, now) === 'active' && !banned.has(key.userId));
  return new Set(live.map(({ id }) => id));
}
