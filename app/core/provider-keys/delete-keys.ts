import { change, changeInBatches } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import type { NamedKey } from './provider-key.ts';

/** Deletes a key for good. Harmless when repeated. */
export async function revokeKey({ userId, name }: NamedKey): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM provider_keys WHERE user_id = ? AND name = ?', [userId, name]);
}

/** Deletes all keys of a person for good. */
export async function revokeKeys(tx: Tx, userId: string): Promise<void> {
  await change(tx, 'DELETE FROM provider_keys WHERE user_id = ?', [userId]);
}

/** The same for an account that is erased. @returns how many there were, at most `most` */
export function eraseKeys(userId: string, most: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM provider_keys WHERE user_id = ? LIMIT ?', [userId, most]);
}

/** Deletes the keys that have expired, batch by batch. @returns how many */
export function pruneExpiredKeys(batch = 500): Promise<number> {
  return changeInBatches('DELETE FROM provider_keys WHERE expires_at <= ? LIMIT ?', [new Date()], batch);
}
