import { change, selectRow } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { lasting } from './credit.ts';

/**
 * Has an account looked at because a payment is about to be booked. While it has no lot, whatever it holds lasts: its
 * checkpoint is then where its entries are now, and none of them has to be read.
 * @param tx the transaction that has locked the account, before it books the payment
 */
export async function expectLot(tx: Transaction, accountId: string): Promise<void> {
  const now = await selectRow<{ balance_micro: string; last_entry_id: string }>(
    tx,
    `SELECT balance_micro, (SELECT COALESCE(MAX(id), 0) FROM ledger_entries WHERE account_id = a.id) AS last_entry_id
     FROM accounts a WHERE id = ?`,
    [accountId],
  );
  if (!now) return;
  const { lastingMicro, debtMicro } = lasting(BigInt(now.balance_micro));
  // Assignments take effect from left to right: due_at is compared before it is set.
  await change(
    tx,
    `INSERT INTO credit_checkpoints (account_id, last_entry_id, lots, lasting_micro, debt_micro, due_at)
     VALUES (?, ?, '[]', ?, ?, NOW(3))
     ON DUPLICATE KEY UPDATE
       last_entry_id = IF(due_at IS NULL, VALUES(last_entry_id), last_entry_id),
       lasting_micro = IF(due_at IS NULL, VALUES(lasting_micro), lasting_micro),
       debt_micro = IF(due_at IS NULL, VALUES(debt_micro), debt_micro),
       due_at = VALUES(due_at)`,
    [accountId, now.last_entry_id, lastingMicro, debtMicro],
  );
}
