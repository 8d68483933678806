import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Deletes what is kept of an account's lots beside its entries; nothing of it expires by itself any more. */
export async function forgetLots(tx: Tx, accountId: string): Promise<void> {
  await change(tx, 'DELETE FROM credit_checkpoints WHERE account_id = ?', [accountId]);
  await change(tx, 'DELETE FROM credit_notices WHERE account_id = ?', [accountId]);
}
