import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { readFreeBalances } from '#app/core/ledger/balances.ts';
import { windowEnd, windowStarts } from '#app/core/ledger/caps/spending-cap.ts';
import { isStripeSetUp } from '#app/core/payments/stripe/client.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isAway } from '#app/core/platform/passing-error.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { listWatched, lockSettings, updateSettings } from './settings.ts';
import { countFailedTopUps, insertTopUp, isTopUpOpen, sumTopUps } from './top-up.ts';

/** Accounts that are read together. */
const PAGE = 500;

const DAY_MS = 24 * 3_600_000;

/** Max failures in a day: an account that keeps saving cards and retrying may be testing stolen cards. */
const MAX_FAILURES_PER_DAY = 5;

/**
 * Finds balances that have fallen below their owners' limit for auto top-up, and starts the due top-ups.
 * Several workers may do it at the same time. A settlement writes nothing for it.
 * @param isBarred whether an account's card must not be charged: calls before a ban still lower its balance
 * @throws when the database is unavailable
 */
export async function watchTopUps(
  isBarred: (tx: Tx, accountId: string) => Promise<boolean>,
  now = new Date(),
): Promise<void> {
  if (!isStripeSetUp()) return;
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

/**
 * Starts a top-up of an account that is due for one: inserts it with the job that makes its payment. A
 * concurrent caller waits for the account's lock and finds it open. Above the monthly limit auto top-up is
 * paused until the next month, after five failures in a day for a day.
 * @returns the job that is due after it; none when no top-up is due
 */
export function beginTopUp(accountId: string, now = new Date()): Promise<string[]> {
  return transaction(async (tx) => {
    const account = (await lockAccounts(tx, [accountId])).get(accountId);
    const settings = account && (await lockSettings(tx, accountId));
    if (!settings?.isOn || (settings.pausedUntil !== null && settings.pausedUntil > now)) return [];
    const { thresholdMicro, amountMicro, monthlyMicro, customerId, cardId } = settings;
    if (thresholdMicro === null || amountMicro === null || monthlyMicro === null) return [];
    if (customerId === null || cardId === null || (await isTopUpOpen(tx, accountId))) return [];
    const freeMicro = (await readFreeBalances(tx, [accountId])).get(accountId);
    if (freeMicro === undefined || freeMicro >= thresholdMicro) return [];
    const dayAgo = new Date(now.getTime() - DAY_MS);
    if ((await countFailedTopUps(tx, accountId, dayAgo)) >= MAX_FAILURES_PER_DAY) {
      const pausedUntil = new Date(now.getTime() + DAY_MS);
      await updateSettings(tx, accountId, { pausedUntil, problem: 'refused' });
      return [];
    }
    const monthMicro = await sumTopUps(tx, accountId, new Date(windowStarts(now).monthly));
    if (monthMicro + amountMicro > monthlyMicro) {
      await updateSettings(tx, accountId, { pausedUntil: windowEnd('monthly', now), problem: 'monthly' });
      return [];
    }
    const id = newId();
    await insertTopUp(tx, { id, accountId, amountMicro, customerId, cardId, createdAt: now });
    return writeFollowUps(tx, [{ job: 'top-up', subject: id, payload: { topUpId: id } }]);
  });
}
