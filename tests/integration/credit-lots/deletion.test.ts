import { expect, it } from 'vitest';
import { deleteAccount, eraseAccount } from '#app/core/deletion/account-deletion.ts';
import { expireCredit } from '#app/core/ledger/lots/expiry.ts';
import { addNotices } from '#app/core/ledger/lots/notices.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { buyCredit } from '#tests/factories/buy-credit.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';

const storedRows = async (accountId: string) => [
  ...(await selectRows(AUTOCOMMIT, 'SELECT * FROM credit_checkpoints WHERE account_id = ?', [accountId])),
  ...(await selectRows(AUTOCOMMIT, 'SELECT * FROM credit_notices WHERE account_id = ?', [accountId])),
];

it('a deleted account forfeits its lots at once, and only its entries remain', async () => {
  const { userId, accountId } = await createAccount({ creditMicro: 500_000n });
  const neighbour = await createAccount();
  for (const account of [accountId, neighbour.accountId]) {
    await buyCredit(account);
    await transaction((tx) => addNotices(tx, account, [{ entryId: '1', days: 30 }]));
  }
  await deleteAccount(userId);
  expect(await soundBalance(userId)).toBe(0n);
  // No credit is left that could expire.
  await expireCredit(new Date('2040-01-01'));
  expect(await soundBalance(userId)).toBe(0n);
  await change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) - INTERVAL 5 MINUTE WHERE id = ?', [userId]);
  expect(await eraseAccount({ userId })).toBe(undefined);
  expect(await storedRows(accountId)).toEqual([]);
  expect(await storedRows(neighbour.accountId)).toHaveLength(2);
});
