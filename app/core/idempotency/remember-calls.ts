import { changeInBatches, write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import type { IdempotentCall } from './idempotent-call.ts';

/** For how long a repeat of a call gets its answer again. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A call that is taken on under its client's name. */
export interface NewIdempotentCall extends IdempotentCall {
  generationId: string;
  /** The generation of an earlier call of this name that left no answer, and gives its place away. */
  replaces: string | null;
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
