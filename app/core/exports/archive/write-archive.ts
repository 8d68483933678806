import { findUserById } from '#app/core/accounts/user.ts';
import { files } from '#app/core/files/files.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { mailArchive } from '#app/core/notices/notices.ts';
import { noticeTexts } from '#app/core/notices/notice-mail.ts';
import { Gate } from '#app/core/platform/concurrency.ts';
import { logger } from '#app/core/platform/logger.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import {
  claimArchive,
  claimArchiveMail,
  endAttempt,
  findReady,
  finishArchive,
  isOpen,
  releaseArchiveMail,
  reportProgress,
  type ArchiveRun,
} from './archive.ts';
import { archiveEntries } from './archive-content.ts';
import { discardArchive, newArchiveName } from './archive-objects.ts';
import { zipStream } from './zip-stream.ts';

/** Archives that a worker writes at a time: the other follow-up jobs need most of its places. */
const AT_ONCE = 2;

/** Attempts before an archive has failed. */
const MAX_ATTEMPTS = 4;

/** Seconds until the next look at an archive that another worker writes, or until a place is free. */
const AGAIN_S = 15;

const HEARTBEAT_MS = 5000;

const places = new Gate({ running: AT_ONCE });

let stopping = new AbortController();

/** Gives up the archives that this process writes, for another worker: it is about to end. */
export function stopArchives(): void {
  stopping.abort(new Error('The worker is stopping'));
  stopping = new AbortController();
}

/**
 * Writes an archive into the file store. Another attempt begins again if this process dies: its bytes are under
 * a name that no row has.
 * @returns when to look again, as long as the archive is not there
 */
export async function writeArchive({ archiveId }: { archiveId: string }): Promise<Again | undefined> {
  const leave = places.take(archiveId);
  if (typeof leave !== 'function') return { againInSeconds: AGAIN_S };
  try {
    const run = await claimArchive(archiveId);
    if (!run) return (await isOpen(archiveId)) ? { againInSeconds: AGAIN_S } : undefined;
    return await attempt(run);
  } finally {
    leave();
  }
}

async function attempt(run: ArchiveRun): Promise<Again | undefined> {
  const objectName = newArchiveName();
  try {
    const bytes = await store(run, objectName);
    const jobs = await finishArchive(run, { objectName, bytes });
    if (jobs) jobs.forEach(enqueueFollowUp);
    else await discardArchive(objectName);
    return undefined;
  } catch (error) {
    const isLast = run.attempt >= MAX_ATTEMPTS;
    const facts = { archive: run.id, attempt: run.attempt, error: (error as Error).message };
    logger()[isLast ? 'error' : 'warn'](facts, 'an archive could not be written');
    await discardArchive(objectName);
    await endAttempt(run, isLast ? 'failed' : 'waiting');
    return isLast ? undefined : { againInSeconds: AGAIN_S };
  }
}

/**
 * Streams the archive into the store, with a heartbeat.
 * @returns its bytes
 * @throws Error when the archive was deleted or belongs to another attempt, or the process is about to end
 */
async function store(run: ArchiveRun, objectName: string): Promise<number> {
  const { signal } = stopping;
  const user = await findUserById(AUTOCOMMIT, run.userId);
  if (!user) throw new Error('The user of an archive does not exist');
  let chats = 0;
  const owner = {
    userId: run.userId,
    words: noticeTexts(user.locale).archive.words,
    at: run.createdAt,
  };
  const zip = zipStream(archiveEntries(owner, (count) => (chats = count)));
  const end = (reason: Error) => void zip.destroy(reason);
  const onStop = () => end(signal.reason as Error);
  signal.addEventListener('abort', onStop, { once: true });
  const heartbeat = setInterval(() => {
    reportProgress(run, chats).then(
      (isOwn) => isOwn || end(new Error('The archive belongs to another attempt')),
      // A database that is away for a moment ends nothing: the lease is longer.
      (error: Error) => logger().warn({ error: error.message }, 'no heartbeat of an archive'),
    );
  }, HEARTBEAT_MS);
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of zip) {
      bytes += (piece as Uint8Array).byteLength;
      yield piece as Uint8Array;
    }
  }
  try {
    await (await files()).put(objectName, counted());
    return bytes;
  } finally {
    clearInterval(heartbeat);
    signal.removeEventListener('abort', onStop);
    zip.destroy();
  }
}

/**
 * Sends the owner of an archive a mail when it is ready, at most once.
 * @throws the error of the mail server, for a retry
 */
export async function mailArchiveReady({ archiveId }: { archiveId: string }): Promise<void> {
  const archive = await findReady(archiveId);
  if (!archive?.expiresAt) return;
  await mailArchive(
    { archiveId, userId: archive.userId, expiresAt: archive.expiresAt },
    { claim: () => claimArchiveMail(archiveId), release: () => releaseArchiveMail(archiveId) },
  );
}
