import { storeImported } from '#app/core/conversations/messages/imported-conversation.ts';
import { files } from '#app/core/files/files.ts';
import { withSpool, writeSpool } from '#app/core/files/media/spool.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { transaction } from '#db/transaction.ts';
import type { ConversationTree } from './conversation-tree.ts';
import type { Reading } from './reading/read-conversations.ts';
import { openThreadReader } from './reading/thread-reader.ts';
import { addToReport } from './report.ts';
import {
  claimImport,
  endImport,
  readState,
  releaseImport,
  renewLease,
  storeProgress,
  type OpenImport,
} from './stored-imports.ts';
import { discardUpload, maxUploadBytes } from './uploads.ts';

/** Imports that a process runs at a time: each has a thread and a temporary file. */
const MAX_RUNNING = 2;

/** Seconds after which a job looks again whether its import has ended or has lost its run. */
const AGAIN_S = 3;

const RENEW_MS = 5_000;

/** Failures in a row, without any progress, after which an import is given up. */
const MAX_FAILURES = 3;

/** Import id -> its run in this process. */
const running = new Map<string, Promise<void>>();

let draining = new AbortController();

/** The upload is no longer in the file store. */
class UploadLost extends Error {}

/** Another run, or a deletion, has taken the import. */
class ImportTaken extends Error {}

/**
 * Starts the run of an import, unless a run works on it already: a run lasts longer than the lease of a job, so
 * the job only looks after it.
 */
export async function runImport({ importId }: { importId: string }): Promise<Again | undefined> {
  const state = await readState(importId);
  if (state === null || state === 'done' || state === 'failed') return undefined;
  if (running.has(importId) || running.size >= MAX_RUNNING || draining.signal.aborted)
    return { againInSeconds: AGAIN_S };
  const token = newId();
  const open = await claimImport(importId, token);
  if (open && running.size < MAX_RUNNING) {
    const run = work(open, token).finally(() => running.delete(importId));
    running.set(importId, run);
  } else if (open) await releaseImport(importId, token, false);
  return { againInSeconds: AGAIN_S };
}

/** Ends the runs of this process after what they are storing; other workers continue them. */
export async function stopImports(): Promise<void> {
  draining.abort();
  await Promise.all(running.values());
  draining = new AbortController();
}

/** Never throws. */
async function work(open: OpenImport, token: string): Promise<void> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renewLease(open.id, token).then(
      (isOurs) => !isOurs && lost.abort(),
      () => undefined,
    );
  }, RENEW_MS);
  try {
    const isWhole = await withSpool((newPlace) =>
      readUpload(open, {
        token,
        place: newPlace(),
        stopped: AbortSignal.any([lost.signal, draining.signal]),
      }),
    );
    if (isWhole) await finish(open, token, 'done');
    else await releaseImport(open.id, token, false);
  } catch (error) {
    await handleFailure(open, token, error as Error);
  } finally {
    clearInterval(timer);
  }
}

interface Run {
  token: string;
  /** The path for the upload on this machine. */
  place: string;
  stopped: AbortSignal;
}

/** @returns false if it was stopped before the end */
async function readUpload(open: OpenImport, { token, place, stopped }: Run): Promise<boolean> {
  const store = await files();
  const content = await store.open(open.objectName);
  if (!content) throw new UploadLost('The upload is lost');
  const maxBytes = maxUploadBytes();
  // An upload that was accepted under a larger limit is read all the same.
  await writeSpool(place, content as AsyncIterable<Uint8Array>, Number.MAX_SAFE_INTEGER);
  const reader = await openThreadReader({ place, maxBytes, userId: open.userId, skip: open.done });
  try {
    while (!stopped.aborted) {
      const batch = await reader.next();
      if (batch.length === 0) return true;
      await storeBatch(open, token, batch);
    }
    return false;
  } finally {
    await reader.close();
  }
}

/** Stores conversations, counts and the place in the upload in one transaction. */
async function storeBatch(open: OpenImport, token: string, batch: readonly Reading[]): Promise<void> {
  const trees = batch.flatMap((reading) => (reading.kind === 'conversation' ? [reading.tree] : []));
  const report = structuredClone(open.report);
  const done = open.done + batch.length;
  await transaction(async (tx) => {
    const conversations = trees.map(toImported);
    const results = await storeImported(tx, { userId: open.userId, conversations, now: new Date() });
    addToReport(report, batch, results);
    if (!(await storeProgress(tx, token, { id: open.id, done, report })))
      throw new ImportTaken('The import is taken');
  });
  Object.assign(open, { done, report, failures: 0 });
}

const toImported = ({ source, sourceId, ...tree }: ConversationTree) => ({
  ...tree,
  ownId: source === 'parlance' ? sourceId : null,
});

async function handleFailure(open: OpenImport, token: string, error: Error): Promise<void> {
  if (error instanceof ImportTaken) return;
  logger().warn({ importId: open.id, error: error.message }, 'an import failed');
  const isLast = error instanceof UploadLost || open.failures + 1 >= MAX_FAILURES;
  try {
    if (isLast) await finish(open, token, 'failed');
    else await releaseImport(open.id, token, true);
  } catch (later) {
    // Its lease ends by itself.
    logger().warn({ importId: open.id, error: (later as Error).message }, 'an import was not released');
  }
}

async function finish(
  { id, objectName }: OpenImport,
  token: string,
  state: 'done' | 'failed',
): Promise<void> {
  await endImport(id, token, state);
  await discardUpload(objectName);
}
