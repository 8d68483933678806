import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lockAccounts } from './accounts.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { change, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction, type Tx } from '#db/transaction.ts';

/** Max accounts per run of the check; the others are handled by the next run. */
const MAX_ACCOUNTS = 500;

/** The balance below which the owner of an account gets a mail, in micro-dollars; null when none is set. */
export async function readAlert(tx: Tx, accountId: string): Promise<bigint | null> {
  const row = await selectRow<{ below_micro: string }>(
    tx,
    'SELECT below_micro FROM balance_alerts WHERE account_id = ?',
    [accountId],
  );
  return row ? BigInt(row.below_micro) : null;
}

/** A user's balance and the limit below which it counts as low, in micro-dollars; null when none is set. */
export async function readBalanceAndAlert(
  tx: Tx,
  userId: string,
): Promise<{ balanceMicro: bigint; belowMicro: bigint | null }> {
  const row = await selectRow<{ balance_micro: string; below_micro: string | null }>(
    tx,
    `SELECT a.balance_micro, b.below_micro FROM accounts a LEFT JOIN balance_alerts b ON b.account_id = a.id
     WHERE a.user_id = ?`,
    [userId],
  );
  return {
    balanceMicro: BigInt(row?.balance_micro ?? 0),
    belowMicro: row?.below_micro == null ? null : BigInt(row.below_micro),
  };
}

/**
 * Sets the balance below which the owner gets a mail, or removes the alert. An owner whose balance is already
 * below sees that on the page, and gets a mail when the balance falls again.
 */
export async function changeAlert(
  tx: Transaction,
  { accountId, belowMicro }: { accountId: string; belowMicro: bigint | null },
): Promise<void> {
  const account = (await lockAccounts(tx, [accountId])).get(accountId);
  if (belowMicro === null || !account) return forgetAlert(tx, accountId);
  if ((await readAlert(tx, accountId)) === belowMicro) return;
  const fellAt = account.balanceMicro < belowMicro ? new Date() : null;
  await write(
    tx,
    'REPLACE INTO balance_alerts (account_id, below_micro, fell_at, mailed_at) VALUES (?)',
    // As if the mail had been sent: the page already shows it.
    [[accountId, belowMicro, fellAt, fellAt]],
  );
}

export async function forgetAlert(tx: Transaction, accountId: string): Promise<void> {
  await write(tx, 'DELETE FROM balance_alerts WHERE account_id = ?', [accountId]);
}

/** The content of a mail about a low balance, in micro-dollars. */
export interface DueAlert {
  userId: string;
  balanceMicro: bigint;
  belowMicro: bigint;
}

/** The fall of a balance without a mail so far, while it is still below; null when there is none. */
export async function findDueAlert(tx: Tx, accountId: string): Promise<DueAlert | null> {
  const row = await selectRow<{ user_id: string; balance_micro: string; below_micro: string }>(
    tx,
    `SELECT a.user_id, a.balance_micro, b.below_micro FROM balance_alerts b JOIN accounts a ON a.id = b.account_id
     WHERE b.account_id = ? AND b.fell_at IS NOT NULL AND b.mailed_at IS NULL AND a.balance_micro < b.below_micro`,
    [accountId],
  );
  if (!row) return null;
  return {
    userId: row.user_id,
    balanceMicro: BigInt(row.balance_micro),
    belowMicro: BigInt(row.below_micro),
  };
}

/** Claims the mail about a fall. @returns false when another process has claimed it, or nothing fell */
export async function claimMail(tx: Tx, accountId: string): Promise<boolean> {
  const claimed = await change(
    tx,
    `UPDATE balance_alerts SET mailed_at = NOW(3)
     WHERE account_id = ? AND fell_at IS NOT NULL AND mailed_at IS NULL`,
    [accountId],
  );
  return claimed === 1;
}

/** Releases the claim: the mail was certainly not sent. */
export async function releaseMail(tx: Tx, accountId: string): Promise<void> {
  await change(tx, 'UPDATE balance_alerts SET mailed_at = NULL WHERE account_id = ?', [accountId]);
}

/**
 * Finds balances that have fallen below their owners' alert, or risen again, since the last run. A fall and
 * the job that mails it are written together, once for each fall. Several workers may do it: each change is a
 * compare-and-set. No account is locked.
 */
export async function watchBalances(): Promise<void> {
  const rows = await selectRows<{ account_id: string; is_low: number }>(
    AUTOCOMMIT,
    `SELECT b.account_id, a.balance_micro < b.below_micro AS is_low
     FROM balance_alerts b JOIN accounts a ON a.id = b.account_id
     WHERE (a.balance_micro < b.below_micro) <> (b.fell_at IS NOT NULL) LIMIT ?`,
    [MAX_ACCOUNTS],
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
    // A job for each fall: one that was given up does not block the next.
    const subject = `${accountId}:${Date.now()}`;
    return writeFollowUps(tx, [{ job: 'mail-low-balance', subject, payload: { accountId } }]);
  });
}
