import { isAccountBanned } from '#app/core/accounts/bans/is-account-banned.ts';
import { listOverdue } from '#app/core/follow-ups/list-follow-ups.ts';
import { files } from '#app/core/files/files.ts';
import { pruneBuilds } from '#app/core/files/builds/prune-builds.ts';
import { sweepOrphans } from '#app/core/files/records/sweep-orphans.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { countOffers } from '#app/core/generation/report/figures/count-offers.ts';
import { watchBalances } from '#app/core/ledger/alerts/watch-balances.ts';
import { expireCredit } from '#app/core/ledger/lots/expire-credit.ts';
import { watchTopUps } from '#app/core/payments/top-ups/watch-top-ups.ts';
import { pruneExpiredKeys } from '#app/core/provider-keys/delete-keys.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { reportWorker } from '#app/core/queue/worker-presence.ts';
import { reconcileNightly } from '#app/core/usage/reconcile.ts';
import { prune } from './prune.ts';
import { repeatEvery } from './repeat.ts';
import { rollUpAll } from './roll-up-all.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Begins what every worker looks after again and again; several at once do no harm to each other.
 * @param stopping aborted when the process drains: what goes through batches ends after the one in hand
 * @returns ends it
 */
export function startRepeatedWork(workerId: string, settings: Config, stopping: AbortSignal): () => void {
  const { RUN_LEASE_MS, RETAIN_BUILDS_DAYS: buildDays } = settings;
  const stops = [
    repeatEvery(Math.min(SECOND, RUN_LEASE_MS / 4), createSweeper(RUN_LEASE_MS)),
    repeatEvery(SECOND, async () => (await listOverdue()).forEach(enqueueFollowUp)),
    repeatEvery(2 * SECOND, () => reportWorker(workerId)),
    repeatEvery(5 * SECOND, () => rollUpAll(stopping)),
    repeatEvery(5 * SECOND, () => watchTopUps(isAccountBanned)),
    repeatEvery(10 * SECOND, async () => void (await pruneExpiredKeys())),
    repeatEvery(30 * SECOND, watchBalances),
    repeatEvery(5 * MINUTE, () => countOffers()),
    repeatEvery(10 * MINUTE, () => prune(settings)),
    repeatEvery(10 * MINUTE, reconcileNightly),
    repeatEvery(60 * MINUTE, () => expireCredit()),
    repeatEvery(6 * 60 * MINUTE, async () => {
      await sweepOrphans();
      if (buildDays > 0) await pruneBuilds(await files(), buildDays);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
