import { stateOf, type ApiKey } from '#app/core/api-keys/api-key.ts';
import { listApiKeys } from '#app/core/api-keys/stored-keys.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The key that stands first in the caller's list, of those that can be used. */
export async function firstKey(userId: string): Promise<ApiKey | undefined> {
  const now = new Date();
  const keys = await listApiKeys(AUTOCOMMIT, userId, now);
  return keys.find((key) => stateOf(key, now) === 'active');
}
