import type { Transaction } from '#db/transaction.ts';
import { lockAccounts } from './accounts.ts';
import { forgetAlert } from './alerts/balance-alert.ts';
import { forgetCaps } from './caps/change-caps.ts';

/** Forgets what the owner of an account has set for it. Harmless when repeated. */
export async function forgetLimits(tx: Transaction, accountId: string): Promise<void> {
  await lockAccounts(tx, [accountId]);
  await forgetCaps(tx, accountId);
  await forgetAlert(tx, accountId);
}
