import { announceBalance } from '#app/core/ledger/announce-balance.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { isAway, isPassing } from '#app/core/platform/passing-error.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { listDue } from './checkpoint.ts';
import { expireLots, type Expired } from './expire-lots.ts';

/** Accounts that are listed at a time. */
const PAGE = 200;

/**
 * Looks at every account of which a lot or a notice is due, one after the other: several workers may do it. One that
 * fails is logged, and looked at again the next time.
 * @throws where the database is away
 * @param now the time by which something is due
 */
export async function expireCredit(now = new Date()): Promise<void> {
  let after = '';
  for (;;) {
    const due = await listDue(AUTOCOMMIT, { now, after, limit: PAGE });
    for (const accountId of due) await lookAt(accountId, now);
    if (due.length < PAGE) return;
    after = due.at(-1)!;
  }
}

async function lookAt(accountId: string, now: Date): Promise<void> {
  try {
    const expired = await expireLots(accountId, now);
    if (expired) await tell(accountId, expired);
  } catch (error) {
    if (isAway(error)) throw error;
    const level = isPassing(error) ? 'warn' : 'error';
    logger()[level]({ accountId, error: (error as Error).message }, 'credit could not expire');
  }
}

async function tell(accountId: string, { userId, lots, followUps }: Expired): Promise<void> {
  for (const id of followUps) enqueueFollowUp(id);
  for (const { purchaseId, amountMicro } of lots) {
    counted.expiredLots.inc();
    counted.expiredMicro.inc(Number(amountMicro));
    logger().info({ accountId, purchaseId, expiredMicro: amountMicro.toString() }, 'credit expired');
  }
  if (lots.length > 0) await announceBalance(userId);
}
