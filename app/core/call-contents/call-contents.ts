import type { LogEntry } from '#app/contracts/generation.ts';
import { isId } from '#app/core/platform/ids.ts';
import { sealedColumn } from '#app/core/vault/reseal.ts';
import { MAX_STORED_BYTES, openLog, openStored, sealLog } from '#app/core/vault/sealed-log.ts';
import { open, seal, type Binding } from '#app/core/vault/vault.ts';
import { change, changeInBatches, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';

/** Bodies and answers of API calls, stored sealed for accounts that turned this on (`users.keeps_calls`). */

const DAY_MS = 86_400_000;

interface Owned {
  /** The generation's id. */
  id: string;
  userId: string;
}

/** The content of a call. */
export interface CallContent {
  id: string;
  createdAt: Date;
  /** The body as JSON. */
  request: string;
  /** The log of its run with its end; null while it runs, and for an answer that was too long. */
  answer: LogEntry[] | null;
}

/** Sealed individually. */
const SEALED_COLUMNS = ['request', 'answer'] as const;
type Column = (typeof SEALED_COLUMNS)[number];

const bindingOf = ({ id, userId }: Owned, column: Column): Binding => ({
  ownerId: userId,
  purpose: `call-content:${column}:${id}`,
});

/**
 * Stores the body of a call that is about to be admitted; no-op if it is too long.
 * @param request JSON
 */
export async function storeRequest({ id, userId }: Owned, request: string): Promise<void> {
  if (Buffer.byteLength(request) > MAX_STORED_BYTES) return;
  await change(
    AUTOCOMMIT,
    'INSERT INTO call_contents (id, user_id, request, created_at) VALUES (?, ?, ?, NOW(3))',
    [id, userId, seal(request, bindingOf({ id, userId }, 'request'))],
  );
}

/**
 * Stores the answer of a call, in the transaction that settles it. No-op if its body is not stored.
 * @param entries JSON of one LogEntry each, the end included
 */
export async function storeAnswer(
  tx: Transaction,
  { id, userId, entries }: Owned & { entries: readonly string[] },
): Promise<void> {
  const sealed = sealLog(entries, bindingOf({ id, userId }, 'answer'), {
    generationId: id,
    warning: 'an answer is too long to be stored',
  });
  if (sealed === null) return;
  await write(tx, 'UPDATE call_contents SET answer = ? WHERE id = ?', [sealed, id]);
}

/** Deletes the body of a call that was not admitted. */
export async function withdrawRequest({ id, userId }: Owned): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM call_contents WHERE id = ? AND user_id = ?', [id, userId]);
}

/**
 * Deletes the contents of a deleted account.
 * @returns how many, at most `limit`
 */
export function eraseContents(userId: string, limit: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM call_contents WHERE user_id = ? LIMIT ?', [userId, limit]);
}

/**
 * Deletes contents that were stored more than `days` ago.
 * @param batch rows at a time: they may be large
 * @returns how many
 */
export function pruneContents(days: number, batch = 200): Promise<number> {
  const before = new Date(Date.now() - days * DAY_MS);
  return changeInBatches('DELETE FROM call_contents WHERE created_at < ? LIMIT ?', [before], batch);
}

/** The stored calls, for a rotation of the vault's keys. */
export const SEALED_CONTENTS = SEALED_COLUMNS.map((column) =>
  sealedColumn({ table: 'call_contents', column, bindingOf: (row: Owned) => bindingOf(row, column) }),
);

interface Row extends Owned {
  request: string;
  answer: string | null;
  createdAt: Date;
}

const COLUMNS = 'id, user_id AS userId, request, answer, created_at AS createdAt';

/** Finds the content of a call for its owner; null if none is stored, or its vault key is gone. */
export async function findContent(tx: Tx, { id, userId }: Owned): Promise<CallContent | null> {
  if (!isId(id)) return null;
  const row = await selectRow<Row>(tx, `SELECT ${COLUMNS} FROM call_contents WHERE id = ? AND user_id = ?`, [
    id,
    userId,
  ]);
  return row ? toContent(row) : null;
}

/**
 * A page of an account's contents, by id.
 * @param page.after the last id of the previous page
 */
export async function pageContents(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<(CallContent | { id: string; request: null })[]> {
  const rows = await selectRows<Row>(
    tx,
    `SELECT ${COLUMNS} FROM call_contents WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, max],
  );
  return rows.map((row) => toContent(row) ?? { id: row.id, request: null });
}

function toContent(row: Row): CallContent | null {
  const { id, createdAt, request, answer } = row;
  return openStored(
    () => ({
      id,
      createdAt,
      request: open(request, bindingOf(row, 'request')),
      answer: answer === null ? null : openLog(answer, bindingOf(row, 'answer')),
    }),
    { generationId: id, warning: 'a stored call does not open' },
  );
}
