import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { nameOf, type IdempotentCall } from './idempotent-call.ts';

/** A call that came before. */
export interface KnownCall extends IdempotentCall {
  generationId: string;
  isExpired: boolean;
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
