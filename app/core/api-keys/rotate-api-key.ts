import { AppError } from '#app/contracts/errors.ts';
import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { write } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { lockOwnKey } from './find-own-key.ts';
import { announceKeyChange } from './cache/key-changes.ts';
import { storeKey, type NewApiKey } from './store-key.ts';

interface Rotation {
  userId: string;
  keyId: string;
  /** How long the old key lives on; 0 ends it at once. */
  overlapSeconds: number;
}

/**
 * Makes a new key with the name, caps, models and expiry of an old one, which ends after the overlap. Both
 * share one budget.
 * @returns the new key with its value
 * @throws AppError not_found; conflict when it was replaced before, or when there are too many keys
 */
export async function rotateApiKey(
  { userId, keyId, overlapSeconds }: Rotation,
  now = new Date(),
): Promise<NewApiKey> {
  const { made, oldHash } = await transaction(async (tx) => {
    const { key: old, valueHash } = await lockOwnKey(tx, { userId, keyId }, now);
    if (old.rotatedTo !== null)
      throw new AppError('conflict', { message: 'Another key has replaced this one already.' });
    const { id, budgetId, applicationId, name, caps, models, expiresAt } = old;
    const overlapUntil = new Date(now.getTime() + overlapSeconds * 1000);
    // Written before the new key, so that a replacement without overlap finds room among the others.
    await write(tx, 'UPDATE api_keys SET overlap_until = ? WHERE id = ?', [overlapUntil, id]);
    const facts = { userId, applicationId, name, caps, models, expiresAt, replaces: { id, budgetId } };
    const made = await storeKey(tx, facts, now);
    await write(tx, 'UPDATE api_keys SET rotated_to = ? WHERE id = ?', [made.key.id, id]);
    const detail = { by: made.key.id, overlapSeconds };
    await recordAudit(tx, { actor: `user:${userId}`, action: 'api-key.rotate', subjectId: id, detail });
    return { made, oldHash: valueHash };
  });
  await announceKeyChange(oldHash);
  return made;
}
