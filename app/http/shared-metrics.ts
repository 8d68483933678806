import { measureRuns } from '#app/core/generation/report/runs.ts';
import { countOldHolds } from '#app/core/ledger/closed-holds.ts';
import { read } from '#app/core/platform/metrics/metrics.ts';
import { workersAlive } from '#app/core/queue/worker-presence.ts';
import { countBreakers } from '#app/core/routing/health/stored-health.ts';
import { measureUsage } from '#app/core/usage/reconciliations.ts';

const OLD_MINUTES = 10;

/** Asks database and Redis how the installation is. What one of them does not tell is not a number. Never rejects. */
export async function readSharedMetrics(): Promise<void> {
  const unknown = () => null;
  const [runs, holds, breakers, workers, usage] = await Promise.all([
    measureRuns().catch(unknown),
    countOldHolds(OLD_MINUTES).catch(unknown),
    countBreakers().catch(unknown),
    workersAlive().catch(unknown),
    measureUsage().catch(unknown),
  ]);
  read.queueAge.set(runs?.oldestSeconds ?? NaN);
  read.runs.labels('queued').set(runs?.queued ?? NaN);
  read.runs.labels('running').set(runs?.running ?? NaN);
  read.oldHolds.set(holds ?? NaN);
  read.breakers.labels('closed').set(breakers?.closed ?? NaN);
  read.breakers.labels('open').set(breakers?.open ?? NaN);
  read.breakers.labels('half_open').set(breakers?.halfOpen ?? NaN);
  read.workers.set(workers ?? NaN);
  read.usageLag.set(usage?.lagSeconds ?? NaN);
  read.mismatches.reset();
  read.reconciledAt.reset();
  for (const { what, mismatches, checkedAt } of usage?.reconciliations ?? []) {
    read.mismatches.labels(what).set(mismatches);
    read.reconciledAt.labels(what).set(Date.parse(checkedAt) / 1000);
  }
}
