import { LRUCache } from 'lru-cache';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findAccount } from './accounts.ts';

/** Those of the people who came last. */
const known = new LRUCache<string, string>({ max: 20_000 });

/**
 * The id of a user's account, or null for one that has none. An account keeps its id and its user, so what was found
 * once is not asked for again.
 */
export async function findAccountId(userId: string): Promise<string | null> {
  const remembered = known.get(userId);
  if (remembered !== undefined) return remembered;
  const account = await findAccount(AUTOCOMMIT, userId);
  if (!account) return null;
  known.set(userId, account.id);
  return account.id;
}
