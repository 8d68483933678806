import { change, changeInBatches, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';
import { nameOf, type IdempotentCall } from './idempotent-call.ts';

/** A call that came before. */
export interface KnownCall extends IdempotentCall {
  generationId: string;
  isExpired: boolean;
}

/** For how long a repeat of a call gets its answer again. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A call that is taken on under its client's name. */
export interface NewIdempotentCall extends IdempotentCall {
  generationId: string;
  /** The generation of an earlier call of this name that left no answer, and gives its place away. */
  replaces: string | null;
}

/**
 * Which of these calls came before, the expired ones included.
 * @returns known calls by `nameOf`
 */
export async function findIdempotentCalls(
  tx: Tx,
  calls: IdempotentCall[],
  now = new Date(),
): Promise<Map<string, KnownCall>> {
  if (calls.length === 0) return new Map();
  const rows = await selectRows<{
    api_key_id: string;
    key_hash: string;
    request_hash: string;
    generation_id: string;
    expires_at: Date;
  }>(
    tx,
    `SELECT api_key_id, key_hash, request_hash, generation_id, expires_at FROM idempotent_calls
     WHERE (api_key_id, key_hash) IN (?)`,
    [calls.map(({ apiKeyId, keyHash }) => [apiKeyId, keyHash])],
  );
  return new Map(
    rows.map((row) => {
      const call: KnownCall = {
        apiKeyId: row.api_key_id,
        keyHash: row.key_hash,
        requestHash: row.request_hash,
        generationId: row.generation_id,
        isExpired: row.expires_at <= now,
      };
      return [nameOf(call), call];
    }),
  );
}

/** Until when a repeat of a call is answered by the answer of this generation; null where none is stored for it. */
export async function findRepeatableUntil(
  tx: Tx,
  generationId: string,
  now = new Date(),
): Promise<Date | null> {
  const row = await selectRow<{ expires_at: Date }>(
    tx,
    `SELECT expires_at FROM idempotent_calls WHERE generation_id = ? AND answer IS NOT NULL AND expires_at > ?`,
    [generationId, now],
  );
  return row?.expires_at ?? null;
}

/**
 * Remembers calls, in the transaction that admits them.
 * @throws the database's error for a duplicate when another process has just taken one of them on
 */
export async function rememberCalls(
  tx: Transaction,
  calls: NewIdempotentCall[],
  now = new Date(),
): Promise<void> {
  if (calls.length === 0) return;
  const gone = calls.filter(({ replaces }) => replaces !== null);
  if (gone.length > 0) {
    await write(tx, 'DELETE FROM idempotent_calls WHERE (api_key_id, key_hash, generation_id) IN (?)', [
      gone.map(({ apiKeyId, keyHash, replaces }) => [apiKeyId, keyHash, replaces]),
    ]);
  }
  const expires = new Date(now.getTime() + KEPT_MS);
  await write(
    tx,
    `INSERT INTO idempotent_calls (api_key_id, key_hash, request_hash, generation_id, created_at, expires_at) VALUES ?`,
    [
      calls.map(({ apiKeyId, keyHash, requestHash, generationId }) => [
        apiKeyId,
        keyHash,
        requestHash,
        generationId,
        now,
        expires,
      ]),
    ],
  );
}

/**
 * Forgets calls whose time is over, with their answers.
 * @param batch rows at a time
 * @returns how many
 */
export function pruneIdempotentCalls(now = new Date(), batch = 1000): Promise<number> {
  return changeInBatches('DELETE FROM idempotent_calls WHERE expires_at <= ? LIMIT ?', [now], batch);
}

/**
 * Forgets the calls of keys, with the answers that were kept for their repeats.
 * @param most rows at a time, so that no statement holds locks for long
 * @returns how many
 */
export function forgetCalls(apiKeyIds: string[], most: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM idempotent_calls WHERE api_key_id IN (?) LIMIT ?', [
    apiKeyIds,
    most,
  ]);
}
