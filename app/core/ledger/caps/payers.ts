import { lockAccounts, type Account } from '#app/core/ledger/accounts.ts';
import { selectRows } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { countSpend, readSpend } from './spend.ts';
import { capsOf, type SpendingCap, type SpendingCaps } from './spending-cap.ts';

/** An account that runs are paid from, with the remainder of the caps that its owner has set. */
export interface Payer extends Account {
  caps: readonly SpendingCap[];
}

interface CapsRow {
  account_id: string;
  daily_micro: string | null;
  monthly_micro: string | null;
}

/**
 * Locks accounts as `lockAccounts` does, to hold money of them. For accounts with caps it reads the caps and
 * counts the charges since the last count; accounts without caps cost no further statement.
 * @param now determines the day and month; absent: the time after the locks
 */
export async function lockPayers(tx: Transaction, ids: string[], now?: Date): Promise<Map<string, Payer>> {
  const accounts = await lockAccounts(tx, ids);
  const capped = [...accounts.values()].filter(({ hasCaps }) => hasCaps);
  const caps = capped.length === 0 ? null : await readLeft(tx, capped, now ?? new Date());
  return new Map(
    [...accounts].map(([id, account]) => [id, Object.assign(account, { caps: caps?.get(id) ?? [] })]),
  );
}

async function readLeft(
  tx: Transaction,
  accounts: readonly Account[],
  now: Date,
): Promise<Map<string, SpendingCap[]>> {
  const ids = accounts.map(({ id }) => id);
  const [caps, { spent, uncounted }] = await Promise.all([readCaps(tx, ids), readSpend(tx, ids, now)]);
  await countSpend(tx, uncounted);
  return new Map(
    accounts.flatMap(({ id, heldMicro }) => {
      const own = caps.get(id);
      return own ? [[id, capsOf(id, { caps: own, spent: spent.get(id)!, heldMicro, now })]] : [];
    }),
  );
}

async function readCaps(tx: Transaction, ids: string[]): Promise<Map<string, SpendingCaps>> {
  const rows = await selectRows<CapsRow>(
    tx,
    'SELECT account_id, daily_micro, monthly_micro FROM spending_caps WHERE account_id IN (?)',
    [ids],
  );
  return new Map(rows.map((row) => [row.account_id, toCaps(row)]));
}

/** The caps of a row; none without a row. */
export function toCaps(row: Omit<CapsRow, 'account_id'> | undefined): SpendingCaps {
  const micro = (amount: string | null | undefined) => (amount == null ? null : BigInt(amount));
  return { daily: micro(row?.daily_micro), monthly: micro(row?.monthly_micro) };
}
