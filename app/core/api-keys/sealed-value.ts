import { recordAudit } from '#app/core/accounts/audit.ts';
import { sealedColumn } from '#app/core/vault/reseal.ts';
import { open } from '#app/core/vault/vault.ts';
import { transaction } from '#db/transaction.ts';
import { lockOwnKey } from './stored-keys.ts';
import { purposeOf } from './lifecycle.ts';

/** The values of keys, for a rotation of the vault's keys. */
export const SEALED_KEYS = [
  sealedColumn({
    table: 'api_keys',
    column: 'sealed_value',
    bindingOf: ({ id, userId }: { id: string; userId: string }) => ({
      ownerId: userId,
      purpose: purposeOf(id),
    }),
  }),
];

/**
 * Returns the value of a key to its owner. Each call is recorded in the audit trail.
 * @throws AppError not_found; VaultError when its encryption key is gone or the row was changed
 */
export async function revealApiKey(
  { userId, keyId }: { userId: string; keyId: string },
  now = new Date(),
): Promise<string> {
  return transaction(async (tx) => {
    const { key, sealedValue } = await lockOwnKey(tx, { userId, keyId }, now);
    const value = open(sealedValue ?? '', { ownerId: userId, purpose: purposeOf(key.id) });
    await recordAudit(tx, { actor: `user:${userId}`, action: 'api-key.reveal', subjectId: key.id });
    return value;
  });
}
