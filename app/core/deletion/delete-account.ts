import { deleteUser } from '#app/core/accounts/delete-user.ts';
import { announceKeyChange } from '#app/core/api-keys/cache/key-changes.ts';
import { revokeAllKeys } from '#app/core/api-keys/revoke-all-keys.ts';
import { writeFollowUps } from '#app/core/follow-ups/write-follow-ups.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { forfeitCredit } from '#app/core/ledger/forfeit-credit.ts';
import { forgetTopUps } from '#app/core/payments/top-ups/forget-card.ts';
import { revokeKeys } from '#app/core/provider-keys/delete-keys.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { transaction } from '#db/transaction.ts';

/**
 * Deletes an account. With the commit the person is out of its row, no session and no key opens it, its free credit is
 * forfeited, no card is charged for it any more, and the job that erases the rest stands in the outbox. Harmless when repeated.
 * @throws AppError conflict naming `role` for the last administrator
 */
export async function deleteAccount(userId: string): Promise<void> {
  const done = await transaction(async (tx) => {
    if (!(await deleteUser(tx, userId))) return { keys: [], followUps: [] };
    await forfeitCredit(tx, { userId, reference: `deleted:${userId}` });
    const account = await findAccount(tx, userId);
    // With the commit: what is forfeited must not be topped up.
    const cards = account ? await forgetTopUps(tx, account.id) : [];
    const keys = await revokeAllKeys(tx, userId);
    await revokeKeys(tx, userId);
    const followUps = await writeFollowUps(tx, [
      { job: 'erase-account', subject: userId, payload: { userId } },
    ]);
    return { keys, followUps: [...followUps, ...cards] };
  });
  for (const id of done.followUps) enqueueFollowUp(id);
  await Promise.all(done.keys.map(announceKeyChange));
}
