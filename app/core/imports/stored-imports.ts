import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';
import type { ImportReport } from './report.ts';

/** `failed`: the upload was lost, or reading it failed again and again; its report counts what was stored. */
export type ImportState = 'waiting' | 'running' | 'done' | 'failed';

/** An import of an account, without the place of its upload. */
export interface StoredImport {
  id: string;
  state: ImportState;
  fileName: string;
  bytes: number;
  report: ImportReport;
  createdAt: Date;
  endedAt: Date | null;
}

/** An import to run. */
export interface OpenImport {
  id: string;
  userId: string;
  objectName: string;
  /** Results that are stored. */
  done: number;
  failures: number;
  report: ImportReport;
}

/** Seconds for which an import belongs to a run that does not renew its lease. */
const LEASE_S = 20;

const MAX_LISTED = 20;

/** The readable columns of an import. */
const COLUMNS = `id, state, file_name AS fileName, bytes, report, created_at AS createdAt, ended_at AS endedAt`;

type Row = Omit<StoredImport, 'report' | 'bytes'> & { report: string; bytes: string };

const toImport = ({ report, bytes, ...row }: Row): StoredImport => ({
  ...row,
  bytes: Number(bytes),
  report: JSON.parse(report) as ImportReport,
});

/** Lists the newest imports of an account. */
export async function listImports(tx: Tx, userId: string): Promise<StoredImport[]> {
  const rows = await selectRows<Row>(
    tx,
    `SELECT ${COLUMNS} FROM imports WHERE user_id = ? ORDER BY id DESC LIMIT ${MAX_LISTED}`,
    [userId],
  );
  return rows.map(toImport);
}

/** @throws AppError not_found for an id that is unknown or belongs to another account */
export async function findImport(
  tx: Tx,
  { userId, importId }: { userId: string; importId: string },
): Promise<StoredImport> {
  const row = isId(importId)
    ? await selectRow<Row>(tx, `SELECT ${COLUMNS} FROM imports WHERE id = ? AND user_id = ?`, [
        importId,
        userId,
      ])
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'importId' });
  return toImport(row);
}

/** True while an import of the account has not ended. */
export async function hasOpenImport(tx: Tx, userId: string): Promise<boolean> {
  return (await selectRow(tx, 'SELECT 1 FROM imports WHERE open_user_id = ?', [userId])) !== undefined;
}

/**
 * Inserts an import that waits.
 * @throws AppError conflict if another one of the account has not ended
 */
export async function insertImport(
  tx: Transaction,
  row: Pick<OpenImport, 'id' | 'userId' | 'objectName' | 'report'> & { fileName: string; bytes: number },
): Promise<void> {
  const inserted = await change(
    tx,
    `INSERT INTO imports (id, user_id, open_user_id, file_name, bytes, object_name, report, created_at)
     VALUES (?, NOW(3)) ON DUPLICATE KEY UPDATE id = id`,
    [[row.id, row.userId, row.userId, row.fileName, row.bytes, row.objectName, JSON.stringify(row.report)]],
  );
  if (inserted !== 1)
    throw new AppError('conflict', { param: 'file', message: 'Another import is in progress.' });
}

/** @returns the state of an import; null if it was deleted */
export async function readState(importId: string): Promise<ImportState | null> {
  const row = await selectRow<{ state: ImportState }>(AUTOCOMMIT, 'SELECT state FROM imports WHERE id = ?', [
    importId,
  ]);
  return row?.state ?? null;
}

/**
 * Claims an open import for a run, unless another run holds its lease.
 * @param token names the run
 */
export async function claimImport(importId: string, token: string): Promise<OpenImport | null> {
  const claimed = await change(
    AUTOCOMMIT,
    `UPDATE imports FORCE INDEX (PRIMARY) SET lease_token = ?, lease_until = NOW(3) + INTERVAL ${LEASE_S} SECOND, state = 'running'
     WHERE id = ? AND open_user_id IS NOT NULL AND (lease_until IS NULL OR lease_until < NOW(3))`,
    [token, importId],
  );
  if (claimed !== 1) return null;
  const row = await selectRow<Omit<OpenImport, 'report'> & { report: string }>(
    AUTOCOMMIT,
    `SELECT id, user_id AS userId, object_name AS objectName, done, failures, report FROM imports WHERE id = ?`,
    [importId],
  );
  return row ? { ...row, report: JSON.parse(row.report) as ImportReport } : null;
}

/** @returns false if the run has lost its import to another run or to a deletion */
export async function renewLease(importId: string, token: string): Promise<boolean> {
  const renewed = await change(
    AUTOCOMMIT,
    `UPDATE imports FORCE INDEX (PRIMARY) SET lease_until = NOW(3) + INTERVAL ${LEASE_S} SECOND
     WHERE id = ? AND lease_token = ? AND lease_until IS NOT NULL`,
    [importId, token],
  );
  return renewed === 1;
}

/** Ends a run before its import has ended, so that another one continues at once. @param hasFailed counts a failure */
export async function releaseImport(importId: string, token: string, hasFailed: boolean): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE imports FORCE INDEX (PRIMARY) SET lease_until = NULL, failures = failures + ? WHERE id = ? AND lease_token = ?',
    [hasFailed ? 1 : 0, importId, token],
  );
}

/**
 * Stores the progress of a run, in the transaction that stores its conversations.
 * @returns false if the run has lost its import; the transaction must not commit then
 */
export async function storeProgress(
  tx: Transaction,
  token: string,
  { id, done, report }: Pick<OpenImport, 'id' | 'done' | 'report'>,
): Promise<boolean> {
  const stored = await change(
    tx,
    `UPDATE imports FORCE INDEX (PRIMARY) SET done = ?, report = ?, failures = 0, lease_until = NOW(3) + INTERVAL ${LEASE_S} SECOND
     WHERE id = ? AND lease_token = ? AND lease_until IS NOT NULL`,
    [done, JSON.stringify(report), id, token],
  );
  return stored === 1;
}

/** Ends an import; its upload is no longer named. */
export async function endImport(importId: string, token: string, state: 'done' | 'failed'): Promise<void> {
  await change(
    AUTOCOMMIT,
    `UPDATE imports FORCE INDEX (PRIMARY) SET state = ?, open_user_id = NULL, object_name = NULL, lease_until = NULL, ended_at = NOW(3)
     WHERE id = ? AND lease_token = ?`,
    [state, importId, token],
  );
}

/**
 * Deletes imports of a deleted account.
 * @returns the names of their uploads, and how many imports
 */
export async function deleteImports(
  userId: string,
  max: number,
): Promise<{ uploads: string[]; count: number }> {
  const rows = await selectRows<{ id: string; objectName: string | null }>(
    AUTOCOMMIT,
    'SELECT id, object_name AS objectName FROM imports WHERE user_id = ? ORDER BY id LIMIT ?',
    [userId, max],
  );
  await change(AUTOCOMMIT, 'DELETE FROM imports WHERE id IN (?)', [rows.map(({ id }) => id)]);
  return { uploads: rows.flatMap(({ objectName }) => objectName ?? []), count: rows.length };
}

/** Those of the names that an import still needs. */
export async function namedUploads(names: readonly string[]): Promise<Set<string>> {
  const rows = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    'SELECT object_name AS name FROM imports WHERE object_name IN (?)',
    [[...names]],
  );
  return new Set(rows.map(({ name }) => name));
}
