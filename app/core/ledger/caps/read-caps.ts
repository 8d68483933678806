import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { toCaps } from './lock-payers.ts';
import { readSpend } from './spend.ts';
import type { AccountSpend, SpendingCaps } from './spending-cap.ts';

/**
 * The caps of an account and what was charged to it in their windows, without a lock. Nothing is counted for an account
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
