import { seal } from '#app/core/vault/vault.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { bindingOf, type NamedKey } from './provider-key.ts';

/**
 * Keeps a key, sealed, in the place of the one before.
 * @param value as `readOwnKey` reads it
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
