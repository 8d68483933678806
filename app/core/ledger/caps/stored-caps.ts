import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { selectRow, selectRows, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { toCaps } from './payers.ts';
import { addDays, readSpend } from './spend.ts';
import { windowStarts, type AccountSpend, type SpendingCaps } from './spending-cap.ts';

/** Entries that one statement reads. */
const PAGE = 10_000;

const NEWEST = 18_446_744_073_709_551_615n;

/** Clocks of processes may differ: an entry is never older than the one before it by more than this. */
const MARGIN_MS = 24 * 3600 * 1000;

/** The charges of an account by days (UTC), in micro-dollars, up to an entry of the ledger. */
interface CountedDays {
  days: { day: string; spent: string }[];
  countedTo: bigint;
}

/**
 * Sets the caps of an account, or removes them. The charges before the first cap are counted once.
 * @param counted the result of `countMonth` before this transaction, so that the account is locked for less
 * time
 */
export async function changeCaps(
  tx: Transaction,
  { accountId, caps, counted }: { accountId: string; caps: SpendingCaps; counted: CountedDays | null },
): Promise<void> {
  await lockAccounts(tx, [accountId]);
  const { daily, monthly } = caps;
  if (daily === null && monthly === null) return forgetCaps(tx, accountId);
  const known = await selectRow(tx, 'SELECT account_id FROM spending_caps WHERE account_id = ?', [accountId]);
  if (known) {
    await write(tx, 'UPDATE spending_caps SET daily_micro = ?, monthly_micro = ? WHERE account_id = ?', [
      daily,
      monthly,
      accountId,
    ]);
    return;
  }
  const { days, countedTo } = counted ?? (await countMonth(tx, accountId));
  await write(
    tx,
    'INSERT INTO spending_caps (account_id, daily_micro, monthly_micro, counted_to) VALUES (?)',
    [[accountId, daily, monthly, countedTo]],
  );
  await addDays(
    tx,
    days.map((day) => ({ account_id: accountId, ...day })),
  );
  await write(tx, 'UPDATE accounts SET has_caps = 1 WHERE id = ?', [accountId]);
}

/** Deletes the caps of an account and the charges counted for them. @param tx has locked the account */
export async function forgetCaps(tx: Transaction, accountId: string): Promise<void> {
  await write(tx, 'UPDATE accounts SET has_caps = 0 WHERE id = ?', [accountId]);
  await write(tx, 'DELETE FROM spending_caps WHERE account_id = ?', [accountId]);
  await write(tx, 'DELETE FROM account_spend WHERE account_id = ?', [accountId]);
}

/**
 * Counts the charges of an account this month, backwards from its newest entry. Entries that are booked
 * meanwhile come after `countedTo`, because every booking locks the account.
 */
export async function countMonth(tx: Tx, accountId: string, now = new Date()): Promise<CountedDays> {
  const { monthly } = windowStarts(now);
  const oldest = windowStarts(new Date(Date.parse(monthly) - MARGIN_MS)).daily;
  const counted: CountedDays = { days: [], countedTo: 0n };
  for (let before = NEWEST; ;) {
    const rows = await selectRows<{
      day: string;
      spent: string;
      first: string;
      last: string;
      entries: string;
    }>(
      tx,
      `SELECT DATE(page.created_at) AS day, MIN(page.id) AS first, MAX(page.id) AS last, COUNT(*) AS entries,
         SUM(CASE WHEN page.kind = 'charge' THEN -page.amount_micro ELSE 0 END) AS spent
       FROM (SELECT id, kind, amount_micro, created_at FROM ledger_entries
         WHERE account_id = ? AND id < ? ORDER BY id DESC LIMIT ?) page
       GROUP BY DATE(page.created_at)`,
      [accountId, before, PAGE],
    );
    for (const { day, spent, first, last } of rows) {
      if (BigInt(last) > counted.countedTo) counted.countedTo = BigInt(last);
      if (BigInt(first) < before) before = BigInt(first);
      counted.days.push({ day, spent });
    }
    const entries = rows.reduce((sum, row) => sum + Number(row.entries), 0);
    if (entries < PAGE || rows.some(({ day }) => day < oldest)) return counted;
  }
}

/**
 * The caps of an account and the charges in their windows, without a lock. Nothing is counted for an account
 * without caps.
 */
export async function readCapsAndSpend(
  tx: Tx,
  accountId: string,
  now: Date,
): Promise<{ caps: SpendingCaps; spent: AccountSpend }> {
  const row = await selectRow<{ daily_micro: string | null; monthly_micro: string | null }>(
    tx,
    'SELECT daily_micro, monthly_micro FROM spending_caps WHERE account_id = ?',
    [accountId],
  );
  const { spent } = await readSpend(tx, [accountId], now);
  return { caps: toCaps(row), spent: spent.get(accountId)! };
}
