import { bannedUsers } from '#app/core/accounts/bans/banned-users.ts';
import type { Tx } from '#db/transaction.ts';
import { stateOf } from './api-key.ts';
import { readKeys } from './read-keys.ts';

/** Which of these keys may still be used: in force, and their owner not banned. */
export async function liveKeys(tx: Tx, ids: string[], now = new Date()): Promise<Set<string>> {
  const keys = await readKeys(tx, ids);
  const banned = await bannedUsers(tx, [...new Set(keys.map(({ userId }) => userId))], now);
  const live = keys.filter((key) => stateOf(key, now) === 'active' && !banned.has(key.userId));
  return new Set(live.map(({ id }) => id));
}
