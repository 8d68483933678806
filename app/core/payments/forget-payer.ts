import { change } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** Takes the payer's address out of the payments to an account; amounts and the payment service's ids stay. */
export async function forgetPayer(tx: Tx, accountId: string): Promise<void> {
  await change(tx, 'UPDATE purchases SET email = NULL WHERE account_id = ? AND email IS NOT NULL', [
    accountId,
  ]);
}
