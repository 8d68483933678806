import type { ArchiveState, ArchiveView } from '#app/contracts/exports/archive.ts';
import { AppError } from '#app/contracts/errors.ts';
import { countConversations } from '#app/core/conversations/conversations.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { newId } from '#app/core/platform/ids.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction, type Tx } from '#db/transaction.ts';
import { discardArchive } from './archive-objects.ts';

/** Hours for which an archive can be downloaded. */
const KEPT_HOURS = 24;

/** Seconds after its last heartbeat in which an archive still belongs to its worker. */
const LEASE_S = 30;

/** Archives that are deleted at a time. */
const BATCH = 100;

/** A row of `data_archives`. */
export interface Archive {
  userId: string;
  id: string;
  state: ArchiveState;
  attempt: number;
  chats: number;
  allChats: number;
  objectName: string | null;
  bytes: number | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/** An archive that a worker writes, in one of its attempts. */
export type ArchiveRun = Pick<Archive, 'userId' | 'id' | 'attempt' | 'createdAt'>;

type Row = Omit<Archive, 'bytes'> & { bytes: string | number | null };

const SELECT = `SELECT user_id AS userId, id, state, attempt, chats, all_chats AS allChats, object_name AS objectName,
  bytes, created_at AS createdAt, expires_at AS expiresAt FROM data_archives`;

const toArchive = (row: Row): Archive => ({ ...row, bytes: row.bytes === null ? null : Number(row.bytes) });

/** The archive of a user that has not expired; null if there is none. */
export async function findArchive(tx: Tx, userId: string): Promise<Archive | null> {
  const row = await selectRow<Row>(
    tx,
    `${SELECT} WHERE user_id = ? AND (expires_at IS NULL OR expires_at > NOW(3))`,
    [userId],
  );
  return row ? toArchive(row) : null;
}

/** The form for pages. */
export function viewArchive({ state, chats, allChats, bytes, createdAt, expiresAt }: Archive): ArchiveView {
  return {
    state,
    chats,
    allChats,
    bytes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/**
 * Requests an archive of all chats and files; it replaces an earlier one.
 * @throws AppError conflict while one is being written
 */
export async function requestArchive(userId: string): Promise<void> {
  const allChats = await countConversations(AUTOCOMMIT, userId);
  const { jobs, replaced } = await transaction(async (tx) => {
    const earlier = await selectRow<Row>(tx, `${SELECT} WHERE user_id = ? FOR UPDATE`, [userId]);
    if (earlier?.state === 'waiting' || earlier?.state === 'writing') throw new AppError('conflict');
    await change(tx, 'DELETE FROM data_archives WHERE user_id = ?', [userId]);
    const id = newId();
    await change(
      tx,
      "INSERT INTO data_archives (user_id, id, state, all_chats, created_at) VALUES (?, ?, 'waiting', ?, NOW(3))",
      [userId, id, allChats],
    );
    return {
      jobs: await writeFollowUps(tx, [{ job: 'write-archive', subject: id, payload: { archiveId: id } }]),
      replaced: earlier?.objectName ?? null,
    };
  });
  jobs.forEach(enqueueFollowUp);
  await discardArchive(replaced);
}

/** Deletes the archive of a user; one that is being written is given up by its worker. @returns how many: 0 or 1 */
export async function deleteArchive(userId: string): Promise<number> {
  const row = await selectRow<Row>(AUTOCOMMIT, `${SELECT} WHERE user_id = ?`, [userId]);
  if (!row) return 0;
  await change(AUTOCOMMIT, 'DELETE FROM data_archives WHERE id = ?', [row.id]);
  await discardArchive(row.objectName);
  return 1;
}

/** Deletes archives that have expired. @returns how many */
export async function deleteExpiredArchives(): Promise<number> {
  const rows = await selectRows<Row>(AUTOCOMMIT, `${SELECT} WHERE expires_at <= NOW(3) LIMIT ${BATCH}`);
  for (const { id, objectName } of rows) {
    await change(AUTOCOMMIT, 'DELETE FROM data_archives WHERE id = ?', [id]);
    await discardArchive(objectName);
  }
  return rows.length;
}

/**
 * Claims an archive for a worker: one that waits, or that a worker has left without a heartbeat.
 * @returns null if it is not there any more, has ended, or belongs to a worker
 */
export async function claimArchive(id: string): Promise<ArchiveRun | null> {
  const claimed = await change(
    AUTOCOMMIT,
    `UPDATE data_archives FORCE INDEX (PRIMARY) SET state = 'writing', attempt = attempt + 1, heartbeat_at = NOW(3), chats = 0
     WHERE id = ? AND (state = 'waiting' OR (state = 'writing' AND heartbeat_at < NOW(3) - INTERVAL ${LEASE_S} SECOND))`,
    [id],
  );
  if (claimed === 0) return null;
  const row = await selectRow<Row>(AUTOCOMMIT, `${SELECT} WHERE id = ?`, [id]);
  return row ? toArchive(row) : null;
}

/** Tells whether an archive waits or is being written. */
export async function isOpen(id: string): Promise<boolean> {
  const row = await selectRow(
    AUTOCOMMIT,
    "SELECT id FROM data_archives WHERE id = ? AND state IN ('waiting', 'writing')",
    [id],
  );
  return row !== undefined;
}

/** Reports progress. @returns false if the archive belongs to another attempt, or was deleted */
export async function reportProgress({ id, attempt }: ArchiveRun, chats: number): Promise<boolean> {
  const reported = await change(
    AUTOCOMMIT,
    `UPDATE data_archives FORCE INDEX (PRIMARY) SET heartbeat_at = NOW(3), chats = ?
     WHERE id = ? AND attempt = ? AND state = 'writing'`,
    [chats, id, attempt],
  );
  return reported === 1;
}

/**
 * Makes a written archive available, with the job that announces it.
 * @returns ids of the jobs; null if the archive belongs to another attempt, or was deleted
 */
export function finishArchive(
  { id, attempt }: ArchiveRun,
  { objectName, bytes }: { objectName: string; bytes: number },
): Promise<string[] | null> {
  return transaction(async (tx: Transaction) => {
    const finished = await change(
      tx,
      `UPDATE data_archives FORCE INDEX (PRIMARY) SET state = 'ready', object_name = ?, bytes = ?, chats = all_chats, ready_at = NOW(3),
         expires_at = NOW(3) + INTERVAL ${KEPT_HOURS} HOUR
       WHERE id = ? AND attempt = ? AND state = 'writing'`,
      [objectName, bytes, id, attempt],
    );
    if (finished === 0) return null;
    return writeFollowUps(tx, [{ job: 'mail-archive', subject: id, payload: { archiveId: id } }]);
  });
}

/** Ends an attempt that has not succeeded: the archive waits for the next one, or has failed. */
export async function endAttempt({ id, attempt }: ArchiveRun, state: 'waiting' | 'failed'): Promise<void> {
  await change(
    AUTOCOMMIT,
    "UPDATE data_archives FORCE INDEX (PRIMARY) SET state = ? WHERE id = ? AND attempt = ? AND state = 'writing'",
    [state, id, attempt],
  );
}

/** The archive with an id, if it can be downloaded. */
export async function findReady(id: string): Promise<Archive | null> {
  const row = await selectRow<Row>(
    AUTOCOMMIT,
    `${SELECT} WHERE id = ? AND state = 'ready' AND expires_at > NOW(3)`,
    [id],
  );
  return row ? toArchive(row) : null;
}

/** Stores that the mail about an archive is being sent. @returns false if it was sent before */
export async function claimArchiveMail(id: string): Promise<boolean> {
  const claimed = await change(
    AUTOCOMMIT,
    'UPDATE data_archives FORCE INDEX (PRIMARY) SET is_mailed = 1 WHERE id = ? AND is_mailed = 0',
    [id],
  );
  return claimed === 1;
}

/** Takes the claim back. */
export async function releaseArchiveMail(id: string): Promise<void> {
  await change(AUTOCOMMIT, 'UPDATE data_archives FORCE INDEX (PRIMARY) SET is_mailed = 0 WHERE id = ?', [id]);
}
