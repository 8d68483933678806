import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

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
