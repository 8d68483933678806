import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/** Accounts that one look takes; the others come with the next. */
const MOST = 500;

/**
 * Looks which balances have fallen below what their owners have set, or risen again, since the last look. A fall and the
 * job that mails it are written together, once for each fall. Several workers may do it: each change is a
 * compare-and-set. No account is locked.
 */
export async function watchBalances(): Promise<void> {
  const rows = await selectRows<{ account_id: string; is_low: number }>(
    AUTOCOMMIT,
    `SELECT b.account_id, a.balance_micro < b.below_micro AS is_low
     FROM balance_alerts b JOIN accounts a ON a.id = b.account_id
     WHERE (a.balance_micro < b.below_micro) <> (b.fell_at IS NOT NULL) LIMIT ?`,
    [MOST],
  );
  const idsOf = (isLow: number) => rows.flatMap((row) => (row.is_low === isLow ? row.account_id : []));
  const risen = idsOf(0);
  if (risen.length > 0)
    await change(
      AUTOCOMMIT,
      'UPDATE balance_alerts SET fell_at = NULL, mailed_at = NULL WHERE account_id IN (?)',
      [risen],
    );
  for (const accountId of idsOf(1)) (await noteFall(accountId)).forEach(enqueueFollowUp);
}

/** @returns the job that is due for it */
function noteFall(accountId: string): Promise<string[]> {
  return transaction(async (tx) => {
    const fell = await change(
      tx,
      'UPDATE balance_alerts SET fell_at = NOW(3), mailed_at = NULL WHERE account_id = ? AND fell_at IS NULL',
      [accountId],
    );
    if (fell === 0 || !canSendMail()) return [];
    // A job for each fall: one that was given up stands in nobody's way.
    const subject = `${accountId}:${Date.now()}`;
    return writeFollowUps(tx, [{ job: 'mail-low-balance', subject, payload: { accountId } }]);
  });
}
