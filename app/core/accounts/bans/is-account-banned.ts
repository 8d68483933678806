import { findAccountById } from '#app/core/ledger/accounts.ts';
import type { Tx } from '#db/transaction.ts';
import { bannedUsers } from './banned-users.ts';

/** Whether the owner of an account is banned at this moment. */
export async function isAccountBanned(tx: Tx, accountId: string): Promise<boolean> {
  const account = await findAccountById(tx, accountId);
  return account !== undefined && (await bannedUsers(tx, [account.userId])).size > 0;
}
