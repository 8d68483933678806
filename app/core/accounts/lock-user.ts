import { selectRow } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/** Has transactions that count what somebody has wait for each other: of that there may be no row yet to lock. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await selectRow(tx, 'SELECT id FROM users WHERE id = ? FOR UPDATE', [userId]);
}
