import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { selectRow, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { countMonth, type CountedDays } from './count-month.ts';
import { addDays } from './spend.ts';
import type { SpendingCaps } from './spending-cap.ts';

/**
 * Sets the caps of an account, or takes them away. What was charged before the first one is counted once.
 * @param counted what `countMonth` found before this transaction, so that the account is not locked for so long
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

/** Forgets the caps of an account and what was counted for them. @param tx has locked the account */
export async function forgetCaps(tx: Transaction, accountId: string): Promise<void> {
  await write(tx, 'UPDATE accounts SET has_caps = 0 WHERE id = ?', [accountId]);
  await write(tx, 'DELETE FROM spending_caps WHERE account_id = ?', [accountId]);
  await write(tx, 'DELETE FROM account_spend WHERE account_id = ?', [accountId]);
}
