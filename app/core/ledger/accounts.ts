import { LRUCache } from 'lru-cache';
import { selectLater, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';

/** A user's account, in micro-dollars. */
export interface Account {
  id: string;
  balanceMicro: bigint;
  heldMicro: bigint;
  /** True when its owner has set caps (`caps/payers.ts`). */
  hasCaps: boolean;
}

interface AccountRow {
  id: string;
  balance_micro: string;
  held_micro: string;
  has_caps: number;
}

/** The account ids of recently active users. */
const knownIds = new LRUCache<string, string>({ max: 20_000 });

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    balanceMicro: BigInt(row.balance_micro),
    heldMicro: BigInt(row.held_micro),
    hasCaps: row.has_caps === 1,
  };
}

const COLUMNS = 'id, balance_micro, held_micro, has_caps';

const LOCK = `SELECT ${COLUMNS} FROM accounts WHERE id IN (?) ORDER BY id FOR UPDATE`;

/**
 * Locks accounts for the rest of the transaction, always in the order of their ids, so that two transactions
 * that want the same accounts never deadlock.
 */
export async function lockAccounts(tx: Tx, ids: string[]): Promise<Map<string, Account>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  const rows = await selectRows<AccountRow>(tx, LOCK, [unique]);
  return new Map(rows.map((row) => [row.id, toAccount(row)]));
}

/**
 * The same lock, sent together with the transaction's next statement and before it.
 * @param onLocked called when that statement is answered; not without accounts
 */
export function lockAccountsLater(
  tx: Transaction,
  ids: string[],
  onLocked: (accounts: Map<string, Account>) => void,
): void {
  if (ids.length === 0) return;
  selectLater<AccountRow>(tx, LOCK, [[...new Set(ids)]], (rows) =>
    onLocked(new Map(rows.map((row) => [row.id, toAccount(row)]))),
  );
}

/** The account of a user, or undefined for one that has none. */
export async function findAccount(tx: Tx, userId: string): Promise<Account | undefined> {
  const row = await selectRow<AccountRow>(tx, `SELECT ${COLUMNS} FROM accounts WHERE user_id = ?`, [userId]);
  return row && toAccount(row);
}

/** The account of this id with its user, or undefined when there is none. */
export async function findAccountById(
  tx: Tx,
  id: string,
): Promise<(Account & { userId: string }) | undefined> {
  const row = await selectRow<AccountRow & { user_id: string }>(
    tx,
    `SELECT ${COLUMNS}, user_id FROM accounts WHERE id = ?`,
    [id],
  );
  return row && { ...toAccount(row), userId: row.user_id };
}

/**
 * The id of a user's account, or null for one that has none. An account never changes its id or its user, so
 * a result is cached.
 */
export async function findAccountId(userId: string): Promise<string | null> {
  const remembered = knownIds.get(userId);
  if (remembered !== undefined) return remembered;
  const account = await findAccount(AUTOCOMMIT, userId);
  if (!account) return null;
  knownIds.set(userId, account.id);
  return account.id;
}
