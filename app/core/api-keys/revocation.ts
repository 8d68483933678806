import { recordAudit } from '#app/core/accounts/audit.ts';
import { change, changeInBatches, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Transaction, type Tx } from '#db/transaction.ts';
import { lockOwnKey } from './stored-keys.ts';
import { announceKeyChange } from './key-changes.ts';

/**
 * Permanently revokes all keys of a user and deletes their values. Call it after the user's account is
 * locked.
 * @returns the hashes of their values, to be announced after the commit
 */
export async function revokeAllKeys(tx: Transaction, userId: string, now = new Date()): Promise<string[]> {
  const ids = await listKeyIds(userId, tx);
  // By id and in id order, which is the lock order of keys everywhere.
  const keys = await selectRows<{ valueHash: string }>(
    tx,
    `SELECT value_hash AS valueHash FROM api_keys FORCE INDEX (PRIMARY) WHERE id IN (?) AND revoked_at IS NULL
     ORDER BY id FOR UPDATE`,
    [ids],
  );
  await write(
    tx,
    `UPDATE api_keys FORCE INDEX (PRIMARY) SET revoked_at = ?, sealed_value = NULL
     WHERE id IN (?) AND revoked_at IS NULL`,
    [now, ids],
  );
  return keys.map(({ valueHash }) => valueHash);
}

/** The ids of all keys that a user ever had. */
export async function listKeyIds(userId: string, tx: Tx = AUTOCOMMIT): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(tx, 'SELECT id FROM api_keys WHERE user_id = ?', [userId]);
  return rows.map(({ id }) => id);
}

/**
 * Removes user-written data from a user's keys, and revokes those that have not ended.
 * @param max max keys at a time
 * @returns how many there were
 */
export function forgetKeys(userId: string, max: number, now = new Date()): Promise<number> {
  return change(
    AUTOCOMMIT,
    `UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?), sealed_value = NULL, name = '', models = NULL,
       create_ref = NULL
     WHERE user_id = ? AND (name <> '' OR revoked_at IS NULL) LIMIT ?`,
    [now, userId, max],
  );
}

/**
 * Permanently revokes a key, everywhere within a second, and deletes its value. The row stays: its spend
 * still counts.
 * @throws AppError not_found
 */
export async function revokeApiKey(
  { userId, keyId }: { userId: string; keyId: string },
  now = new Date(),
): Promise<void> {
  const { valueHash } = await transaction(async (tx) => {
    const locked = await lockOwnKey(tx, { userId, keyId }, now);
    await recordAudit(tx, { actor: `user:${userId}`, action: 'api-key.revoke', subjectId: keyId });
    await write(tx, 'UPDATE api_keys SET revoked_at = ?, sealed_value = NULL WHERE id = ?', [now, keyId]);
    return locked;
  });
  await announceKeyChange(valueHash);
}

/**
 * Deletes the values of replaced keys after their overlap. The keys themselves stopped working at that
 * moment.
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
