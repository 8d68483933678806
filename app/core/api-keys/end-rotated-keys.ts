import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Forgets the values of keys that another one has replaced, once their overlap is over. They stopped working at
 * that moment by themselves.
 * @param most keys at a time
 * @returns how many there were
 */
export async function endRotatedKeys(now = new Date(), most = 1000): Promise<number> {
  return change(
    AUTOCOMMIT,
    `UPDATE api_keys SET revoked_at = overlap_until, sealed_value = NULL
     WHERE overlap_until <= ? AND revoked_at IS NULL LIMIT ?`,
    [now, most],
  );
}
