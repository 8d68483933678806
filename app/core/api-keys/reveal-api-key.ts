import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { open } from '#app/core/vault/vault.ts';
import { transaction } from '#db/transaction.ts';
import { lockOwnKey } from './find-own-key.ts';
import { purposeOf } from './store-key.ts';

/**
 * The value of a key, for its owner's eyes. Each time stands in the audit.
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
