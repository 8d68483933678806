import { isAccountBanned } from '#app/core/accounts/bans.ts';
import { pruneSessions } from '#app/core/accounts/sessions/sessions.ts';
import { endRotatedKeys } from '#app/core/api-keys/revocation.ts';
import { pruneContents } from '#app/core/call-contents/call-contents.ts';
import { deleteEndedChats } from '#app/core/deletion/ended-chats.ts';
import { deleteExpiredArchives } from '#app/core/exports/archive/archive.ts';
import { sweepArchives } from '#app/core/exports/archive/archive-objects.ts';
import { pruneTrash } from '#app/core/deletion/purge-trash.ts';
import { files } from '#app/core/files/files.ts';
import { sweepOrphans } from '#app/core/files/media-objects.ts';
import { deleteExpiredFiles } from '#app/core/files/records/file-rows.ts';
import { pruneBuilds } from '#app/core/files/shared-assets.ts';
import { listOverdue } from '#app/core/follow-ups/outbox.ts';
import { sendQueued } from '#app/core/generation/admit/queued.ts';
import { pruneGenerations } from '#app/core/generation/record/retention.ts';
import { pruneRequestFiles } from '#app/core/generation/record/request-file.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { countOffers } from '#app/core/generation/report/offer-hours.ts';
import { pruneIdempotentCalls } from '#app/core/idempotency/known-calls.ts';
import { sweepUploads } from '#app/core/imports/uploads.ts';
import { watchBalances } from '#app/core/ledger/balance-alerts.ts';
import { expireCredit } from '#app/core/ledger/lots/expiry.ts';
import { watchTopUps } from '#app/core/payments/top-ups/watch.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { logger } from '#app/core/platform/logger.ts';
import { pruneExpiredKeys } from '#app/core/provider-keys/provider-keys.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { reportWorker } from '#app/core/queue/worker-presence.ts';
import { pruneResponses } from '#app/core/responses/responses.ts';
import { compareNightly } from '#app/core/search/comparison.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { pruneShares } from '#app/core/shares/ending.ts';
import { releaseRows } from '#app/core/usage/reconciliation-state.ts';
import { reconcileNightly } from '#app/core/usage/reconciliation.ts';
import { findLateRows, rollUp } from '#app/core/usage/roll-up.ts';

const SECOND = 1000;

const MINUTE = 60 * SECOND;

/**
 * Starts the periodic work of every worker; it is safe when several workers do it at once.
 * @param stopping aborted when the process drains: work in batches ends after the current batch
 * @returns a function that stops it
 */
export function startRepeatedWork(workerId: string, settings: Config, stopping: AbortSignal): () => void {
  const { RUN_LEASE_MS, RETAIN_BUILDS_DAYS: buildDays } = settings;
  const stops = [
    repeatEvery(Math.min(SECOND, RUN_LEASE_MS / 4), createSweeper(RUN_LEASE_MS)),
    repeatEvery(SECOND, async () => (await listOverdue()).forEach(enqueueFollowUp)),
    repeatEvery(SECOND, () => sendQueued()),
    repeatEvery(SECOND, () => updateIndex(stopping)),
    repeatEvery(2 * SECOND, () => reportWorker(workerId)),
    repeatEvery(5 * SECOND, () => rollUpAll(stopping)),
    repeatEvery(5 * SECOND, () => watchTopUps(isAccountBanned)),
    repeatEvery(10 * SECOND, async () => void (await pruneExpiredKeys())),
    repeatEvery(30 * SECOND, watchBalances),
    repeatEvery(5 * MINUTE, () => countOffers()),
    repeatEvery(10 * MINUTE, () => prune(settings, stopping)),
    repeatEvery(10 * MINUTE, reconcileNightly),
    repeatEvery(10 * MINUTE, () => compareNightly(stopping)),
    repeatEvery(60 * MINUTE, () => expireCredit()),
    repeatEvery(6 * 60 * MINUTE, async () => {
      await sweepOrphans();
      await sweepArchives();
      await sweepUploads();
      if (buildDays > 0) await pruneBuilds(await files(), buildDays);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * Runs `work` now and again `milliseconds` after each end; a failure is logged and the next turn follows.
 * @returns a function that stops it
 */
export function repeatEvery(milliseconds: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const turn = async () => {
    try {
      await work();
    } catch (error) {
      logger().warn({ error: (error as Error).message }, 'periodic work');
    }
    if (!stopped) timer = setTimeout(() => void turn(), milliseconds);
  };
  void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * Deletes rows beyond the operator's retention, the values of replaced keys, and files without a use. Several
 * workers may do it at once: a second delete finds nothing.
 */
async function prune(settings: Config, stopping: AbortSignal): Promise<void> {
  const { RETAIN_SESSIONS_DAYS: sessionDays, RETAIN_GENERATIONS_DAYS: generationDays } = settings;
  const sessions = sessionDays > 0 ? await pruneSessions(sessionDays) : 0;
  const generations = await pruneRuns(generationDays);
  const keys = await endRotatedKeys();
  const answers = await pruneIdempotentCalls();
  const { RETAIN_RESPONSES_DAYS: responseDays, RETAIN_CALLS_DAYS: contentDays } = settings;
  const responses = responseDays > 0 ? await pruneResponses(responseDays) : 0;
  const contents = contentDays > 0 ? await pruneContents(contentDays) : 0;
  // Before files: those of deleted messages expire with them.
  const trash = await pruneTrash(stopping);
  const chats = await deleteEndedChats();
  const files = (await pruneRequestFiles()) + (await deleteExpiredFiles()) + (await deleteExpiredArchives());
  const shares = await pruneShares();
  if (sessions + generations + keys + answers + responses + contents + trash + chats + files + shares > 0)
    logger().info(
      { sessions, generations, keys, answers, responses, contents, trash, chats, files, shares },
      'pruned',
    );
}

async function pruneRuns(days: number): Promise<number> {
  return days > 0 ? pruneGenerations(days, await releaseRows(days)) : 0;
}

/** Rolls up batch after batch until no rows wait, or another worker does it, and checks for late rows. */
async function rollUpAll(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const done = await rollUp();
    if (!done) return;
    if (done.hasMore) continue;
    await findLateRows();
    return;
  }
}
