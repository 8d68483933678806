import { casesById, selectRows, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { windowStarts, type AccountSpend } from './spending-cap.ts';

/** The charges of an account on a day, such as `2026-11-16`; `last` is null for charges counted already. */
interface SpendRow {
  account_id: string;
  day: string;
  spent: string;
  /** The newest entry of the ledger that is included. */
  last: string | null;
}

/** The charges of accounts with caps, and the part that is not counted yet. */
export interface FoundSpend {
  /** By account. */
  spent: Map<string, AccountSpend>;
  uncounted: SpendRow[];
}

const COUNTED = `SELECT account_id, day, spent_micro AS spent, NULL AS last FROM account_spend
  WHERE account_id IN (?) AND day >= ?`;
const UNCOUNTED = `SELECT c.account_id, DATE(e.created_at),
    SUM(CASE WHEN e.kind = 'charge' THEN -e.amount_micro ELSE 0 END), MAX(e.id)
  FROM spending_caps c JOIN ledger_entries e ON e.account_id = c.account_id AND e.id > c.counted_to
  WHERE c.account_id IN (?) GROUP BY c.account_id, DATE(e.created_at)`;

/**
 * The charges of accounts with caps in the windows of a moment: the counted days, and the entries since, in
 * one consistent read. A transaction that has locked an account sees all of its charges.
 */
export async function readSpend(tx: Tx, accountIds: string[], now: Date): Promise<FoundSpend> {
  const { daily, monthly } = windowStarts(now);
  const rows = await selectRows<SpendRow>(tx, `${COUNTED} UNION ALL ${UNCOUNTED}`, [
    accountIds,
    monthly,
    accountIds,
  ]);
  const spent = new Map(accountIds.map((id) => [id, { daily: 0n, monthly: 0n }]));
  for (const { account_id: id, day, spent: micro } of rows) {
    const sums = spent.get(id)!;
    if (day >= daily) sums.daily += BigInt(micro);
    if (day >= monthly) sums.monthly += BigInt(micro);
  }
  return { spent, uncounted: rows.filter(({ last }) => last !== null) };
}

/**
 * Counts the uncounted charges, so that the next reader starts after them.
 * @param tx the transaction that has locked the accounts since before they were read
 */
export async function countSpend(tx: Transaction, uncounted: FoundSpend['uncounted']): Promise<void> {
  if (uncounted.length === 0) return;
  await addDays(tx, uncounted);
  const countedTo = new Map<string, bigint>();
  for (const { account_id: id, last } of uncounted) {
    const entry = BigInt(last!);
    if (entry > (countedTo.get(id) ?? 0n)) countedTo.set(id, entry);
  }
  const [entry, values] = casesById(countedTo, '0', 'account_id');
  await write(tx, `UPDATE spending_caps SET counted_to = ${entry} WHERE account_id IN (?)`, [
    ...values,
    [...countedTo.keys()],
  ]);
}

/** Adds charges to the days of accounts. */
export async function addDays(
  tx: Transaction,
  rows: readonly Pick<SpendRow, 'account_id' | 'day' | 'spent'>[],
): Promise<void> {
  const charged = rows.filter(({ spent }) => BigInt(spent) !== 0n);
  if (charged.length === 0) return;
  await write(
    tx,
    `INSERT INTO account_spend (account_id, day, spent_micro) VALUES ?
     ON DUPLICATE KEY UPDATE spent_micro = spent_micro + VALUES(spent_micro)`,
    [charged.map(({ account_id: id, day, spent }) => [id, day, spent])],
  );
}
