import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** An account whose stored amount and sum differ. Micro-dollars. */
export interface MoneyMismatch {
  accountId: string;
  stored: bigint;
  /** Sum of its entries, or of its holds. */
  sum: bigint;
}

interface Compared {
  accounts: number;
  /** The last account that was compared; null when there are no more. */
  last: string | null;
  balances: MoneyMismatch[];
  holds: MoneyMismatch[];
}

interface Wanted {
  /** Accounts after this one, in the order of their ids; '' for the start. */
  after: string;
  limit: number;
  /** Sums up to this entry are stored for the next run: no open transaction can add an entry before it. */
  entriesBound: bigint;
  /**
   * True: reads every entry of every account; otherwise those of a seventh of them a day, and the others' new
   * ones.
   */
  isFull: boolean;
}

/** An account, and the entry up to which its sum is known. */
interface CheckpointRow {
  id: string;
  known_id: string;
  known_micro: string;
  full_at: Date;
}

interface Sums {
  id: string;
  balance: string;
  held: string;
  /** Sum of the entries up to the bound that are not in the known sum. */
  before: string;
  /** Sum of the entries after the bound. */
  later: string;
  holds: string;
}

/** Each account has a weekday on which all of its entries are read; a missed day is made up the next day. */
const DAYS = 7;

/**
 * Compares balances with the sums of entries, and held amounts with the sums of holds. Stored amounts and
 * sums are read by one statement, so that no booking comes in between. Nothing is locked, and no money is
 * touched.
 */
export async function compareBalances(
  tx: Tx,
  { after, limit, entriesBound, isFull }: Wanted,
): Promise<Compared> {
  const accounts = await selectRows<CheckpointRow>(
    tx,
    `SELECT id, IF(is_full, 0, known_id) AS known_id, IF(is_full, 0, known_micro) AS known_micro,
       IF(is_full, NOW(3), full_at) AS full_at
     FROM (
       SELECT a.id, c.entry_id AS known_id, c.sum_micro AS known_micro, c.full_at,
         (? OR c.full_at IS NULL OR c.full_at < NOW(3) - INTERVAL ? DAY
           OR CRC32(a.id) % ? = TO_DAYS(NOW()) % ?) AS is_full
       FROM accounts a LEFT JOIN ledger_checkpoints c ON c.account_id = a.id
       WHERE a.id > ? ORDER BY a.id LIMIT ?
     ) AS known ORDER BY id`,
    [isFull, DAYS + 1, DAYS, DAYS, after, limit],
  );
  if (accounts.length === 0) return { accounts: 0, last: null, balances: [], holds: [] };
  const known = new Map(accounts.map((account) => [account.id, account]));
  const rows = await readSums(tx, accounts, entriesBound);
  const sums = rows.map((row) => ({
    row,
    boundSum: BigInt(known.get(row.id)!.known_micro) + BigInt(row.before),
  }));
  await change(
    tx,
    `INSERT INTO ledger_checkpoints (account_id, entry_id, sum_micro, full_at) VALUES ?
     ON DUPLICATE KEY UPDATE entry_id = VALUES(entry_id), sum_micro = VALUES(sum_micro), full_at = VALUES(full_at)`,
    [
      sums.map(({ row: { id }, boundSum }) => {
        const { known_id: knownId, full_at: fullAt } = known.get(id)!;
        return [id, boundOf(knownId, entriesBound), boundSum, fullAt];
      }),
    ],
  );
  const differing = (of: (one: (typeof sums)[number]) => [kept: bigint, sum: bigint]) =>
    sums.flatMap((one) => {
      const [stored, sum] = of(one);
      return stored === sum ? [] : { accountId: one.row.id, stored, sum };
    });
  return {
    accounts: rows.length,
    last: accounts.at(-1)!.id,
    balances: differing(({ row, boundSum }) => [BigInt(row.balance), boundSum + BigInt(row.later)]),
    holds: differing(({ row }) => [BigInt(row.held), BigInt(row.holds)]),
  };
}

/** A sum that already goes further is not moved back. */
const boundOf = (knownId: string, bound: bigint) => (BigInt(knownId) > bound ? BigInt(knownId) : bound);

const OF_ACCOUNT = `SELECT a.id, a.balance_micro AS balance, a.held_micro AS held,
  (SELECT COALESCE(SUM(e.amount_micro), 0) FROM ledger_entries e
   WHERE e.account_id = ? AND e.id > ? AND e.id <= ?) AS \`before\`,
  (SELECT COALESCE(SUM(e.amount_micro), 0) FROM ledger_entries e WHERE e.account_id = ? AND e.id > ?) AS later,
  (SELECT COALESCE(SUM(h.amount_micro), 0) FROM holds h WHERE h.account_id = ?) AS holds
  FROM accounts a WHERE a.id = ?`;

/** One statement, for one moment; it contains the ids, so that the index finds each account's new entries. */
function readSums(tx: Tx, accounts: readonly CheckpointRow[], entriesBound: bigint): Promise<Sums[]> {
  return selectRows<Sums>(
    tx,
    accounts.map(() => OF_ACCOUNT).join(' UNION ALL '),
    accounts.flatMap(({ id, known_id: knownId }) => {
      const bound = boundOf(knownId, entriesBound);
      return [id, BigInt(knownId), bound, id, bound, id, id];
    }),
  );
}

/** The id of the newest entry; 0n for none. */
export async function newestEntryId(tx: Tx): Promise<bigint> {
  const row = await selectRow<{ id: string | null }>(tx, 'SELECT MAX(id) AS id FROM ledger_entries');
  return BigInt(row?.id ?? 0);
}
