import { change, changeInBatches, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, type Transaction, type Tx } from '#db/transaction.ts';
import { nameOf, type IdempotentCall } from './idempotent-call.ts';

/** An earlier call. */
export interface KnownCall extends IdempotentCall {
  generationId: string;
  isExpired: boolean;
}

/** Milliseconds for which a repeat of a call gets its stored answer. */
const REPEATABLE_MS = 24 * 60 * 60 * 1000;

/** A call with an Idempotency-Key that is being admitted. */
export interface NewIdempotentCall extends IdempotentCall {
  generationId: string;
  /** The generation of an earlier call with this key that left no answer and is replaced. */
  replaces: string | null;
}

/**
 * Finds the calls that were made before, expired ones included.
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

/** Time until which repeats get the answer of this generation; null if none is stored. */
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
 * Stores calls, in the transaction that admits them.
 * @throws the database's duplicate error when another process has just admitted one of them
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
  const expires = new Date(now.getTime() + REPEATABLE_MS);
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
 * Deletes expired calls, with their answers.
 * @param batch rows at a time
 * @returns how many
 */
export function pruneIdempotentCalls(now = new Date(), batch = 1000): Promise<number> {
  return changeInBatches('DELETE FROM idempotent_calls WHERE expires_at <= ? LIMIT ?', [now], batch);
}

/**
 * Deletes the calls of keys, with the answers stored for their repeats.
 * @param max max rows, so that no statement holds locks for long
 * @returns how many
 */
export function forgetCalls(apiKeyIds: string[], max: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM idempotent_calls WHERE api_key_id IN (?) LIMIT ?', [apiKeyIds, max]);
}
