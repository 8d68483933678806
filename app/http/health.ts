import type { ServerResponse } from 'node:http';
import { measureRuns } from '#app/core/generation/report/runs.ts';
import { countOldHolds } from '#app/core/ledger/closed-holds.ts';
import { read } from '#app/core/platform/metrics/metrics.ts';
import { clockFaults, measureDatabaseClock, measureRedisClock } from '#app/core/platform/process/clock.ts';
import { streamClusterState } from '#app/core/platform/stream-redis.ts';
import { workersAlive } from '#app/core/queue/worker-presence.ts';
import { countBreakers } from '#app/core/routing/health/stored-health.ts';
import { measureIndex } from '#app/core/search/comparison.ts';
import { measureUsage } from '#app/core/usage/reconciliations.ts';
import { assertWritable } from '#db/refused-writes.ts';
import type { Handler } from './connection/handlers.ts';
import { hasAnnouncedLeaving } from './draining.ts';
import { sendJson } from './response/plain-answer.ts';

const OLD_MINUTES = 10;

/** Liveness: answers as long as the process runs. */
export const health: Handler = (_req, res) => sendJson(res, 200, { status: 'alive' });

/**
 * Readiness: database (which must accept writes), Redis and at least one worker answer; each is reported with
 * its state. A clock difference of this process is reported as well, but does not make it unready, and neither
 * does a Redis Cluster of which some nodes are away.
 */
export async function readiness(res: ServerResponse): Promise<void> {
  const [database, queue, worker] = await Promise.all([
    works(() => measureDatabaseClock().then(assertWritable)),
    works(measureRedisClock),
    works(async () => {
      if ((await workersAlive()) === 0) throw new Error('no worker has reported within its lease');
    }),
  ]);
  const leaving = hasAnnouncedLeaving();
  const cluster = streamClusterState();
  const canStream = cluster?.isReachable ?? true;
  const ready = !leaving && database === 'ok' && queue === 'ok' && worker === 'ok' && canStream;
  const clocks = clockFaults();
  sendJson(res, ready ? 200 : 503, {
    status: leaving ? 'draining' : ready ? 'ready' : 'not ready',
    database,
    redis: queue,
    worker,
    ...(cluster && { cluster: cluster.state }),
    ...(clocks.length > 0 && { clock: clocks.join(', ') }),
  });
}

async function works(probe: () => Promise<unknown>): Promise<string> {
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, 2000, 'no answer within 2 s').unref());
  const answer = probe().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : 'failed'),
  );
  return Promise.race([answer, timeout]);
}

/** Reads the shared metrics from database and Redis. A value that cannot be read is NaN. Never rejects. */
export async function readSharedMetrics(): Promise<void> {
  const unknown = () => null;
  const [runs, holds, breakers, workers, usage, search] = await Promise.all([
    measureRuns().catch(unknown),
    countOldHolds(OLD_MINUTES).catch(unknown),
    countBreakers().catch(unknown),
    workersAlive().catch(unknown),
    measureUsage().catch(unknown),
    measureIndex().catch(unknown),
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
  read.searchBacklog.set(search?.backlog ?? NaN);
  read.searchDifferences.set(search?.differences ?? NaN);
  read.mismatches.reset();
  read.reconciledAt.reset();
  for (const { what, mismatches, checkedAt } of usage?.reconciliations ?? []) {
    read.mismatches.labels(what).set(mismatches);
    read.reconciledAt.labels(what).set(Date.parse(checkedAt) / 1000);
  }
}
