import { openAccount } from '#app/core/ledger/open-account.ts';
import { newId } from '#app/core/platform/ids.ts';
import { User } from '#db/models/accounts.ts';
import { transaction } from '#db/transaction.ts';

/** A user with an account that holds `creditMicro`. */
export async function createAccount({ creditMicro = 0n }: { creditMicro?: bigint } = {}): Promise<{
  userId: string;
}> {
  const userId = newId();
  const now = new Date();
  await transaction(async (tx) => {
    await User.create(
      {
        id: userId,
        email: `${userId}@example.test`,
        name: 'Test Person',
        consentAt: now,
        createdAt: now,
        updatedAt: now,
      },
      { transaction: tx },
    );
    await openAccount(tx, { userId, creditMicro });
  });
  return { userId };
}
