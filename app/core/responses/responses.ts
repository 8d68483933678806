import { isId } from '#app/core/platform/ids.ts';
import { MAX_STORED_BYTES, sealLog } from '#app/core/vault/sealed-log.ts';
import { seal } from '#app/core/vault/vault.ts';
import { change, changeInBatches, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';
import {
  bindingOf,
  RESPONSE_COLUMNS,
  toStoredResponse,
  type StoredResponse,
  type ResponseRow,
} from './stored-response.ts';

interface Owned {
  userId: string;
  id: string;
}

interface NewResponse {
  /**
   * The id of its generation, which is admitted afterwards: a run that ends must find the row for its answer.
   */
  id: string;
  userId: string;
  isBackground: boolean;
  ancestors: readonly string[];
  /** JSON. */
  asked: string;
}

const DAY_MS = 86_400_000;

/**
 * Finds a response of its owner.
 * @returns null if it is unknown, malformed, deleted or another user's
 */
export async function findResponse(tx: Tx, { userId, id }: Owned): Promise<StoredResponse | null> {
  if (!isId(id)) return null;
  const row = await selectRow<ResponseRow>(
    tx,
    `SELECT ${RESPONSE_COLUMNS} FROM responses WHERE id = ? AND user_id = ?`,
    [id, userId],
  );
  return row ? toStoredResponse(row) : null;
}

/** Total bytes of those responses that belong to the user; missing ones count 0. */
export async function measureResponses(tx: Tx, userId: string, ids: readonly string[]): Promise<number> {
  const row = await selectRow<{ total: string | null }>(
    tx,
    'SELECT SUM(bytes) AS total FROM responses WHERE id IN (?) AND user_id = ?',
    [[...ids], userId],
  );
  return Number(row?.total ?? 0);
}

/** Finds those responses that exist and belong to the user, by id. */
export async function findResponses(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, StoredResponse>> {
  const rows = await selectRows<ResponseRow>(
    tx,
    `SELECT ${RESPONSE_COLUMNS} FROM responses WHERE id IN (?) AND user_id = ?`,
    [[...ids], userId],
  );
  return new Map(rows.flatMap((row) => toStoredResponse(row) ?? []).map((stored) => [stored.id, stored]));
}

/** A response that cannot be opened: its vault key is gone. */
type UnreadableResponse = Pick<StoredResponse, 'id' | 'createdAt'> & { asked: null; answer: null };

/**
 * A page of a user's responses, by id.
 * @param page.after the last id of the previous page
 */
export async function pageResponses(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<(StoredResponse | UnreadableResponse)[]> {
  const rows = await selectRows<ResponseRow>(
    tx,
    `SELECT ${RESPONSE_COLUMNS} FROM responses WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, max],
  );
  return rows.map(
    (row) => toStoredResponse(row) ?? { id: row.id, createdAt: row.createdAt, asked: null, answer: null },
  );
}

/**
 * Stores a request, sealed for its owner.
 * @returns false if it is too long, and nothing is stored
 */
export async function storeResponseRequest({
  id,
  userId,
  isBackground,
  ancestors,
  asked,
}: NewResponse): Promise<boolean> {
  if (Buffer.byteLength(asked) > MAX_STORED_BYTES) return false;
  const sealed = seal(asked, bindingOf({ id, userId }, 'asked'));
  await change(
    AUTOCOMMIT,
    `INSERT INTO responses (id, user_id, is_background, ancestors, asked, bytes, created_at)
     VALUES (?, ?, ?, ?, ?, ?, NOW(3))`,
    [id, userId, isBackground, JSON.stringify(ancestors), sealed, sealed.length],
  );
  return true;
}

/**
 * Stores an answer, in the transaction that settles the run. No-op for a response that was deleted meanwhile;
 * if the answer is too long, the whole response is deleted.
 * @param entries JSON of one LogEntry each, the end included
 */
export async function storeResponseAnswer(
  tx: Transaction,
  { id, userId, entries }: { id: string; userId: string; entries: readonly string[] },
): Promise<void> {
  const sealed = sealLog(entries, bindingOf({ id, userId }, 'answer'), {
    generationId: id,
    warning: 'a response is too long to be kept',
  });
  if (sealed === null) return write(tx, 'DELETE FROM responses WHERE id = ?', [id]);
  await write(tx, 'UPDATE responses SET answer = ?, ended_at = NOW(3), bytes = bytes + ? WHERE id = ?', [
    sealed,
    sealed.length,
    id,
  ]);
}

/**
 * Deletes a response of its owner.
 * @returns false if there is none
 */
export async function forgetResponse({ userId, id }: { userId: string; id: string }): Promise<boolean> {
  return (await change(AUTOCOMMIT, 'DELETE FROM responses WHERE id = ? AND user_id = ?', [id, userId])) === 1;
}

/**
 * Deletes the responses of a deleted account.
 * @returns how many, at most `max`
 */
export function eraseResponses(userId: string, max: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM responses WHERE user_id = ? LIMIT ?', [userId, max]);
}

/**
 * Deletes responses that were created more than `days` ago.
 * @param batch rows at a time: they may be large
 * @returns how many
 */
export function pruneResponses(days: number, batch = 200): Promise<number> {
  const before = new Date(Date.now() - days * DAY_MS);
  return changeInBatches('DELETE FROM responses WHERE created_at < ? LIMIT ?', [before], batch);
}
