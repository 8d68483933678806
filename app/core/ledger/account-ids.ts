import { AUTOCOMMIT } from '#db/transaction.ts';
import { findAccount } from './accounts.ts';

/** Most accounts that a process remembers. */
const MOST = 20_000;

const known = new Map<string, string>();

/**
 * The id of a user's account, or null for one that has none. An account keeps its id and its user, so what was found
 * once is not asked for again.
 */
export async function findAccountId(userId: string): Promise<string | null> {
  const remembered = known.get(userId);
  if (remembered !== undefined) return remembered;
  const account = await findAccount(AUTOCOMMIT, userId);
  if (!account) return null;
  const [oldest] = known.keys();
  if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
  known.set(userId, account.id);
  return account.id;
}
