import { readKeys } from '#app/core/api-keys/read-keys.ts';
import { currentPrefix, sealAgain, type Resealed } from '#app/core/vault/vault.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { bindingOf } from './kept-answer.ts';

interface Row {
  generationId: string;
  apiKeyId: string;
}

/**
 * Seals every kept answer again that an older encryption key has sealed. They are large: one at a time is in memory.
 * What expires meanwhile is left alone.
 */
export async function resealAnswers(tx: Tx, batch = 500): Promise<Resealed> {
  const current = currentPrefix();
  const count: Resealed = { resealed: 0, failed: 0 };
  for (let after = ''; ;) {
    const rows = await selectRows<Row>(
      tx,
      `SELECT generation_id AS generationId, api_key_id AS apiKeyId FROM idempotent_calls
       WHERE generation_id > ? AND answer IS NOT NULL AND LEFT(answer, ?) <> ? ORDER BY generation_id LIMIT ?`,
      [after, current.length, current, batch],
    );
    const keys = await readKeys(
      tx,
      rows.map(({ apiKeyId }) => apiKeyId),
    );
    const owners = new Map(keys.map(({ id, userId }) => [id, userId]));
    for (const { generationId, apiKeyId } of rows) {
      const changed = await resealAnswer(tx, generationId, owners.get(apiKeyId) ?? '');
      if (changed === null) count.failed += 1;
      else count.resealed += changed;
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.generationId;
  }
}

/** @returns null when it does not open, else how many were changed */
async function resealAnswer(tx: Tx, generationId: string, ownerId: string): Promise<number | null> {
  const row = await selectRow<{ answer: string | null }>(
    tx,
    'SELECT answer FROM idempotent_calls WHERE generation_id = ?',
    [generationId],
  );
  if (!row?.answer) return 0;
  const fresh = sealAgain(row.answer, bindingOf(generationId, ownerId));
  if (fresh === null) return null;
  return change(tx, 'UPDATE idempotent_calls SET answer = ? WHERE generation_id = ? AND answer IS NOT NULL', [
    fresh,
    generationId,
  ]);
}
