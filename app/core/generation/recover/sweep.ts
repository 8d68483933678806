import pLimit from 'p-limit';
import { GENERATION_COLUMNS, toGeneration, type GenerationRow } from '#app/core/generation/record/row.ts';
import { readCheckpoint } from '#app/core/generation/run/checkpoint.ts';
import { requeueUnstarted } from '#app/core/generation/run/continuation/handover.ts';
import { heartbeatInterval } from '#app/core/generation/run/heartbeat.ts';
import { returnJob } from '#app/core/generation/run/job/job-row.ts';
import { isAwaited } from '#app/core/generation/run/readers.ts';
import { interrupted } from '#app/core/generation/settle/outcome.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { enqueueAgain, enqueuePoll } from '#app/core/queue/enqueue.ts';
import { cutOffWorkers, forgetWorker } from '#app/core/queue/worker-presence.ts';
import { runsOfShare, runPayload, targetNames } from '#app/core/targets/table.ts';
import { taskNames, taskOf } from '#app/core/tasks/table.ts';
import type { Task } from '#app/core/tasks/task.ts';
import { probeWrites } from '#db/refused-writes.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { closeFenced, fenceOff, requeueForContinuation } from './close.ts';

const QUEUED_TOO_LONG_MS = 2000;

const MAX_ROWS = 500;

/**
 * Max runs of one account per sweep: the others wait for places in its share (`worker/places.ts`) and delay
 * no other account.
 */
const MAX_OF_ACCOUNT = 50;

const MAX_ROWS_READ = 10_000;

/**
 * Time for which a heartbeat must be observed unchanged, in intervals; less than a sweep, so that two sweeps
 * suffice.
 */
const LEASE_PATIENCE = 1.5;

const CUT_OFF_PATIENCE = 0.4;

/** Concurrent closings, which share the transactions of their settles. */
const CLOSED_AT_ONCE = 16;

/** A run to be enqueued. */
interface JobRow {
  id: string;
  userId: string;
  target: string;
  task: string;
  attempt: number;
}

interface StaleRow extends GenerationRow {
  id: string;
  heartbeat_at: Date;
  stop_requested_at: Date | null;
  /** 1 once its lease is over; 0 for a run of a worker without a connection. */
  is_over: number;
  /** 1 while the log of a run that had begun would still exist. */
  has_log: number;
}

/** Runs that may be lost, with their last heartbeat and the time at which this sweeper first saw it. */
type Suspects = Map<string, { beat: number; since: number }>;

/** Result of one check of the workers. */
interface WorkerCheck {
  /**
   * Workers whose connection to Redis is closed. A run of theirs is lost once its heartbeat stands still as
   * well.
   */
  cutOff: string[];
  /**
   * The last worker that was without a connection at two checks in a row; the jobs it had claimed are free
   * now.
   */
  lastLost: string | null;
}

/**
 * Repairs what dead processes and an emptied Redis leave behind. Every worker sweeps; compare-and-sets make
 * that safe. A run counts as lost only if its heartbeat stood still while this sweeper could watch for a
 * whole interval: after an outage of the database every heartbeat is old at first. If the worker's connection
 * to Redis is closed, its run need not wait for the end of its lease: two checks in a row suffice.
 */
export function createSweeper(leaseMs: number): () => Promise<void> {
  const watch = createWorkerWatch(leaseMs);
  let seen: Suspects = new Map();
  return async () => {
    const { cutOff, lastLost } = await watch();
    try {
      await enqueueDuePolls();
      await enqueueQueued(lastLost);
      seen = await closeLost(leaseMs, cutOff, seen);
    } catch (error) {
      seen = new Map();
      logger().warn({ error: (error as Error).message }, 'sweep');
    }
  };
}

/**
 * Enqueues queued rows again whose job was lost: the row is the truth, and an id that still exists is
 * ignored. Queued rows have no heartbeat, so the index that finds lost runs also holds these in the order of
 * their ids.
 */
async function enqueueQueued(lostWorker: string | null): Promise<void> {
  const rows = await selectRows<JobRow>(
    AUTOCOMMIT,
    `SELECT id, userId, target, task, attempt FROM
       (SELECT id, user_id AS userId, target, task, attempt, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY id) AS place
        FROM (SELECT id, user_id, target, task, attempt FROM generations
              WHERE state = 'queued' AND heartbeat_at IS NULL
                AND created_at < NOW(3) - INTERVAL ? MICROSECOND AND task IN (?) AND target IN (?)
              ORDER BY id LIMIT ${MAX_ROWS_READ}) AS oldest) AS placed
     WHERE place <= ${MAX_OF_ACCOUNT} ORDER BY id LIMIT ${MAX_ROWS}`,
    [QUEUED_TOO_LONG_MS * 1000, taskNames(), targetNames()],
  );
  for (const row of rows) enqueueAgain(taskOf(row).queue, runPayload(row, row.attempt + 1), lostWorker);
}

/** Enqueues polls that are due, of jobs that wait at their providers or for their steps. */
async function enqueueDuePolls(): Promise<void> {
  const rows = await selectRows<JobRow>(
    AUTOCOMMIT,
    `SELECT id, user_id AS userId, target, task, attempt FROM generations WHERE state = 'running' AND next_poll_at <= NOW(3)
       AND worker_id IS NULL AND task IN (?) AND target IN (?) ORDER BY next_poll_at LIMIT ${MAX_ROWS}`,
    [taskNames(), targetNames()],
  );
  for (const row of rows) enqueuePoll(taskOf(row).queue, runPayload(row, row.attempt));
}

async function closeLost(leaseMs: number, cutOff: readonly string[], before: Suspects): Promise<Suspects> {
  const interval = heartbeatInterval(leaseMs);
  const rows = await selectRows<StaleRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS}, heartbeat_at, stop_requested_at,
       heartbeat_at < NOW(3) - INTERVAL ? MICROSECOND AS is_over,
       heartbeat_at > NOW(3) - INTERVAL ? MICROSECOND AS has_log
     FROM generations
     WHERE state = 'running' AND heartbeat_at < NOW(3) - INTERVAL ? MICROSECOND
       AND (heartbeat_at < NOW(3) - INTERVAL ? MICROSECOND OR worker_id IN (?)) AND task IN (?) AND target IN (?)
     ORDER BY heartbeat_at LIMIT ${MAX_ROWS}`,
    [
      leaseMs * 1000,
      config().LOG_TTL_MS * 1000,
      (cutOff.length > 0 ? interval : leaseMs) * 1000,
      leaseMs * 1000,
      ['', ...cutOff],
      taskNames(),
      targetNames(),
    ],
  );
  // While the database refuses writes, heartbeats stand still and say nothing about their workers.
  if (rows.length > 0) await probeWrites();
  // A locked row says nothing either: once it is free, its worker has time to write the next heartbeat.
  const free = rows.length > 0 ? await freeRows(rows.map(({ id }) => id)) : new Set();
  const now = performance.now();
  const seen: Suspects = new Map();
  const lost: StaleRow[] = [];
  for (const row of rows) {
    if (!free.has(row.id)) continue;
    const beat = row.heartbeat_at.getTime();
    const known = before.get(row.id);
    const since = known?.beat === beat ? known.since : now;
    const patience = row.is_over === 1 ? LEASE_PATIENCE : CUT_OFF_PATIENCE;
    if (now - since >= patience * interval) lost.push(row);
    else seen.set(row.id, { beat, since });
  }
  const limit = pLimit(CLOSED_AT_ONCE);
  const closings = await Promise.allSettled(lost.map((row) => limit(() => close(row))));
  const failed = closings.find((closing) => closing.status === 'rejected');
  if (failed) throw failed.reason;
  return seen;
}

async function close(row: StaleRow): Promise<void> {
  const generation = toGeneration(row);
  const fenced = await fenceOff(generation, row.heartbeat_at);
  if (!fenced) return;
  counted.lostRuns.inc();
  if (taskOf(generation).job) return void (await returnJob(generation.id, fenced.attempt));
  // Without a log it is unknown whether a reader has its first output.
  const isUnread = row.has_log === 1 && fenced.log?.length === 0;
  const stored = await readCheckpoint(AUTOCOMMIT, generation.id);
  const mayTryAgain =
    !stored.progress.losses && row.stop_requested_at === null && (await isAwaited(generation));
  const tryAgain = () =>
    isUnread
      ? requeueUnstarted({ id: generation.id, attempt: fenced.attempt }, 1)
      : requeueForContinuation(generation, fenced, stored);
  if (mayTryAgain && (await tryAgain()))
    enqueueAgain(taskOf(generation).queue, runPayload(generation, fenced.attempt + 1));
  else await closeFenced(generation, fenced, interrupted);
}

/**
 * Returns the ids of rows that no transaction has locked now. A locked row may be out of date: no process,
 * not even its own worker, can write it meanwhile.
 */
async function freeRows(generationIds: string[]): Promise<Set<string>> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    'SELECT id FROM generations WHERE id IN (?) FOR UPDATE SKIP LOCKED',
    [generationIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Watches for workers that have died. While Redis is away, no worker counts as disconnected, and the leases
 * decide.
 * @param forgetMs after which a missing worker is forgotten: the leases of its runs are over
 */
function createWorkerWatch(forgetMs: number): () => Promise<WorkerCheck> {
  let since = new Map<string, number>();
  let lastLost: string | null = null;
  return async () => {
    const now = performance.now();
    const cutOff = await cutOffWorkers().catch((error: Error) => {
      logger().debug({ error: error.message }, 'connections of workers');
      return [];
    });
    const before = since;
    since = new Map(cutOff.map((workerId) => [workerId, before.get(workerId) ?? now]));
    for (const [workerId, first] of since) {
      if (first === now) continue;
      lastLost = workerId;
      if (now - first > forgetMs) await forgetWorker(workerId).catch(() => undefined);
    }
    return { cutOff, lastLost };
  };
}

/**
 * Enqueues the oldest waiting runs of a share, after a worker has deferred some because the share had no free
 * place.
 * @param share as a payload of the queue has it
 * @param max max number of runs
 * @returns how many it found
 */
export async function enqueueMore(
  share: string,
  { name, queue }: Pick<Task, 'name' | 'queue'>,
  max: number,
): Promise<number> {
  const { userId, targets } = runsOfShare(share);
  const rows = await selectRows<{ id: string; attempt: number }>(
    AUTOCOMMIT,
    `SELECT id, attempt FROM generations FORCE INDEX (generations_live)
     WHERE user_id = ? AND live = 1 AND state = 'queued' AND heartbeat_at IS NULL AND task = ? AND target IN (?)
     ORDER BY id LIMIT ?`,
    [userId, name, targets, max],
  );
  for (const { id, attempt } of rows) enqueueAgain(queue, { generationId: id, attempt: attempt + 1, share });
  return rows.length;
}
