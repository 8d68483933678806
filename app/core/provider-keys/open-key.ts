import { logger } from '#app/core/platform/logger.ts';
import { open, VaultError } from '#app/core/vault/vault.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { bindingOf, type NamedKey } from './provider-key.ts';

/** The value of a key; null where there is none that has not expired, or it cannot be opened. */
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
