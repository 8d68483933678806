import { randomUUID } from 'node:crypto';
import { AppError } from '#app/contracts/errors.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import type { FileContent } from '#app/core/files/file-store.ts';
import { files } from '#app/core/files/files.ts';
import { cleanName } from '#app/core/files/new-file.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { takeTry } from '#app/core/platform/throttle.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { emptyReport } from './report.ts';
import { deleteImports, hasOpenImport, insertImport, namedUploads } from './stored-imports.ts';

/** The folder of the file store for uploads. */
const FOLDER = 'imports';

const MB = 1024 * 1024;

/** Uploads younger than this, in milliseconds, are not swept: their row may not be written yet. */
const ORPHAN_MS = 6 * 60 * 60 * 1000;

const BATCH = 500;

/** Max bytes of an upload. */
export const maxUploadBytes = (): number => config().IMPORT_MAX_MB * MB;

/**
 * Counts an upload before it is read.
 * @throws AppError too_many_tries; conflict while another import of the account is open
 */
export async function takeUpload(userId: string): Promise<void> {
  if (await hasOpenImport(AUTOCOMMIT, userId))
    throw new AppError('conflict', { param: 'file', message: 'Another import is in progress.' });
  const { LIMIT_IMPORTS: limit, LIMIT_IMPORTS_WINDOW: seconds } = config();
  await takeTry([{ key: `import:user:${userId}`, limit }], seconds);
}

/**
 * Stores an upload while it arrives, and writes the job that imports it.
 * @param name the name that its sender gave it
 * @returns the id of the import
 * @throws AppError file_too_large, invalid_file for an empty file, conflict; unavailable if the store is away
 */
export async function storeUpload(
  { userId, name }: { userId: string; name: string },
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  const objectName = `${FOLDER}/${randomUUID()}`;
  const measured = measure(content);
  const store = await files();
  await store.put(objectName, measured.content);
  const id = newId();
  try {
    const [followUp] = await transaction(async (tx) => {
      const row = {
        id,
        userId,
        objectName,
        fileName: cleanName(name),
        bytes: measured.bytes(),
        report: emptyReport(),
      };
      await insertImport(tx, row);
      const actor = `user:${userId}`;
      await recordAudit(tx, {
        actor,
        action: 'import-chats',
        subjectId: userId,
        detail: { bytes: row.bytes },
      });
      return writeFollowUps(tx, [{ job: 'import-chats', subject: id, payload: { importId: id } }]);
    });
    enqueueFollowUp(followUp!);
  } catch (error) {
    // If it is unknown whether the commit succeeded, the row may name the upload: the sweep finds out.
    if (error instanceof AppError) await store.delete(objectName);
    throw error;
  }
  return id;
}

/** Counts the bytes of an upload while it is stored, and refuses one that is too large or empty. */
function measure(content: AsyncIterable<Uint8Array>): { content: FileContent; bytes: () => number } {
  const max = maxUploadBytes();
  let bytes = 0;
  async function* pieces() {
    for await (const piece of content) {
      bytes += piece.byteLength;
      if (bytes > max) throw new AppError('file_too_large', { param: 'file', params: { max: max / MB } });
      yield piece;
    }
    if (bytes === 0) throw new AppError('invalid_file', { param: 'file', message: 'The file is empty.' });
  }
  return { content: pieces(), bytes: () => bytes };
}

/** Deletes an upload; the sweep does it while the store is away. */
export async function discardUpload(objectName: string): Promise<void> {
  const store = await files();
  await store.delete(objectName).catch(() => undefined);
}

/**
 * Deletes the imports of a deleted account and their uploads; a run that works on one of them notices it before it
 * stores anything more.
 * @returns how many
 */
export async function eraseImports(userId: string, max: number): Promise<number> {
  const { uploads, count } = await deleteImports(userId, max);
  for (const name of uploads) await discardUpload(name);
  return count;
}

/**
 * Deletes uploads that no open import names.
 * @returns how many
 */
export async function sweepUploads(now = Date.now()): Promise<number> {
  const store = await files();
  const old: string[] = [];
  for await (const { name, storedAt } of store.list(FOLDER)) {
    if (now - storedAt.getTime() > ORPHAN_MS) old.push(name);
  }
  let swept = 0;
  for (let at = 0; at < old.length; at += BATCH) {
    const some = old.slice(at, at + BATCH);
    const named = await namedUploads(some);
    for (const name of some.filter((one) => !named.has(one))) {
      await store.delete(name);
      swept += 1;
    }
  }
  return swept;
}
