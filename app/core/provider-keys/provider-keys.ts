import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { logger } from '#app/core/platform/logger.ts';
import { sealedColumn } from '#app/core/vault/reseal.ts';
import { open, seal, VaultError, type Binding } from '#app/core/vault/vault.ts';
import { change, changeInBatches, lookUpRow, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';

/** The owner of a key, and its endpoint. */
export interface NamedKey {
  userId: string;
  name: string;
}

/** A key as shown to its owner: never its value. */
export interface ProviderKey {
  name: Endpoint;
  expiresAt: Date;
  createdAt: Date;
}

const SELECT_VALID = `SELECT name, expires_at AS expiresAt, created_at AS createdAt
  FROM provider_keys WHERE user_id = ? AND expires_at > ?`;

/** A key that is moved to another user, endpoint or expiry does not open. */
export function bindingOf({ userId, name }: NamedKey, expiresAt: Date): Binding {
  return { ownerId: userId, purpose: `provider-key:${name}:${expiresAt.getTime()}` };
}

/** Lists a user's keys that have not expired. */
export function listKeys(userId: string): Promise<ProviderKey[]> {
  return selectRows(AUTOCOMMIT, `${SELECT_VALID} ORDER BY name`, [userId, new Date()]);
}

/** A user's key for an endpoint; undefined if there is none that has not expired. */
export function findKey({ userId, name }: NamedKey): Promise<ProviderKey | undefined> {
  return lookUpRow(AUTOCOMMIT, `${SELECT_VALID} AND name = ?`, [userId, new Date(), name]);
}

/** The value of a key; null if there is none that has not expired, or it cannot be opened. */
export async function openKey(key: NamedKey): Promise<string | null> {
  const row = await selectRow<{ sealed: string; expiresAt: Date }>(
    AUTOCOMMIT,
    `SELECT sealed_value AS sealed, expires_at AS expiresAt FROM provider_keys
     WHERE user_id = ? AND name = ? AND expires_at > ?`,
    [key.userId, key.name, new Date()],
  );
  if (!row) return null;
  try {
    return open(row.sealed, bindingOf(key, row.expiresAt));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    logger().error({ failure: error.failure }, 'a key of a person cannot be opened');
    return null;
  }
}

/**
 * Stores a key, sealed, and replaces the previous one.
 * @param value as `readOwnKey` returns it
 */
export async function storeKey(key: NamedKey, value: string, expiresAt: Date): Promise<void> {
  const sealed = seal(value, bindingOf(key, expiresAt));
  await change(
    AUTOCOMMIT,
    `INSERT INTO provider_keys (user_id, name, sealed_value, expires_at, created_at) VALUES (?, ?, ?, ?, NOW(3))
     ON DUPLICATE KEY UPDATE sealed_value = VALUES(sealed_value), expires_at = VALUES(expires_at), created_at = VALUES(created_at)`,
    [key.userId, key.name, sealed, expiresAt],
  );
}

/** Permanently deletes a key. Idempotent. */
export async function revokeKey({ userId, name }: NamedKey): Promise<void> {
  await change(AUTOCOMMIT, 'DELETE FROM provider_keys WHERE user_id = ? AND name = ?', [userId, name]);
}

/** Permanently deletes all keys of a user. */
export async function revokeKeys(tx: Tx, userId: string): Promise<void> {
  await change(tx, 'DELETE FROM provider_keys WHERE user_id = ?', [userId]);
}

/**
 * The same for an erased account.
 * @param max max rows
 * @returns how many were deleted
 */
export function eraseKeys(userId: string, max: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM provider_keys WHERE user_id = ? LIMIT ?', [userId, max]);
}

/** Deletes expired keys, batch by batch. @returns how many */
export function pruneExpiredKeys(batch = 500): Promise<number> {
  return changeInBatches('DELETE FROM provider_keys WHERE expires_at <= ? LIMIT ?', [new Date()], batch);
}

/** The values of keys, for a rotation of the vault's keys. */
export const SEALED_PROVIDER_KEYS = [
  sealedColumn({
    table: 'provider_keys',
    column: 'sealed_value',
    key: ['user_id', 'name'],
    fields: 'user_id AS userId, name, expires_at AS expiresAt',
    bindingOf: ({ expiresAt, ...key }: NamedKey & { expiresAt: Date }) => bindingOf(key, expiresAt),
  }),
];
