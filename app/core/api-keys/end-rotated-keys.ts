import { changeInBatches } from '#db/sql.ts';

/**
 * Forgets the values of keys that another one has replaced, once their overlap is over. They stopped working at
 * that moment by themselves.
 * @param batch keys at a time
 * @returns how many there were
 */
export function endRotatedKeys(now = new Date(), batch = 1000): Promise<number> {
  return changeInBatches(
    `UPDATE api_keys SET revoked_at = overlap_until, sealed_value = NULL
     WHERE overlap_until <= ? AND revoked_at IS NULL LIMIT ?`,
    [now],
    batch,
  );
}
