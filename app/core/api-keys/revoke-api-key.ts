import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { write } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { lockOwnKey } from './find-own-key.ts';
import { announceKeyChange } from './cache/key-changes.ts';

/**
 * Ends a key for ever, everywhere within a second, and forgets its value. The row stays: what was spent with
 * it goes on being counted.
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
