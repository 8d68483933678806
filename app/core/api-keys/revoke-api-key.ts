import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { transaction } from '#db/transaction.ts';
import { lockOwnKey } from './find-own-key.ts';
import { announceKeyChange } from './key-changes.ts';

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
    await recordAudit(tx, { actor: `user:${userId}`, action: 'api-key.revoke', subjectId: locked.id });
    return locked.update({ revokedAt: now, sealedValue: null }, { transaction: tx });
  });
  await announceKeyChange(valueHash);
}
