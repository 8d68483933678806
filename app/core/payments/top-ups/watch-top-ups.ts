import { readFreeBalances } from '#app/core/ledger/read-free-balances.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isAway } from '#app/core/platform/passing-error.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { canAskStripe } from '../stripe/call-stripe.ts';
import { beginTopUp } from './begin-top-up.ts';
import { listWatched } from './settings.ts';

/** Accounts that are looked at together. */
const PAGE = 500;

/**
 * Looks which balances have fallen below what their owners have set for auto top-up, and begins what is due. Several workers
 * may do it at the same time. A settle writes nothing for it.
 * @param isBarred whether nothing is to be taken from the card of an account: calls of before a ban still lower its balance
 * @throws where the database is away
 */
export async function watchTopUps(
  isBarred: (tx: Tx, accountId: string) => Promise<boolean>,
  now = new Date(),
): Promise<void> {
  if (!canAskStripe()) return;
  let after = '';
  for (;;) {
    const watched = await listWatched(AUTOCOMMIT, { now, after, limit: PAGE });
    const free = await readFreeBalances(
      AUTOCOMMIT,
      watched.map(({ accountId }) => accountId),
    );
    for (const { accountId, thresholdMicro } of watched) {
      const isLow = (free.get(accountId) ?? BigInt(thresholdMicro)) < BigInt(thresholdMicro);
      if (isLow && !(await isBarred(AUTOCOMMIT, accountId))) await begin(accountId, now);
    }
    if (watched.length < PAGE) return;
    after = watched.at(-1)!.accountId;
  }
}

async function begin(accountId: string, now: Date): Promise<void> {
  try {
    (await beginTopUp(accountId, now)).forEach(enqueueFollowUp);
  } catch (error) {
    if (isAway(error)) throw error;
    logger().error({ accountId, error: (error as Error).message }, 'a top-up could not be begun');
  }
}
