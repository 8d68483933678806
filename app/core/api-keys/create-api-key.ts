import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { duplicateKey } from '#db/errors.ts';
import { transaction } from '#db/transaction.ts';
import type { Caps } from './api-key.ts';
import { storeKey, type NewApiKey } from './store-key.ts';

const NO_CAPS: Caps = { daily: null, weekly: null, monthly: null, total: null };

interface Creation {
  userId: string;
  name: string;
  caps?: Partial<Caps>;
  models?: readonly string[] | null;
  expiresAt?: Date | null;
  /** The sender's id of this creation: a form that is sent twice makes one key. */
  createRef?: string | null;
}

/**
 * Makes a key and writes that down in the audit.
 * @returns the key with its value, which is not shown again unless it is revealed; null when `createRef` has
 *   made a key before
 * @throws AppError conflict when the user has as many keys as one can have
 */
export async function createApiKey(
  { userId, name, caps = {}, models = null, expiresAt = null, createRef = null }: Creation,
  now = new Date(),
): Promise<NewApiKey | null> {
  const facts = { userId, applicationId: null, name, models, expiresAt, createRef };
  try {
    return await transaction(async (tx) => {
      const made = await storeKey(tx, { ...facts, caps: { ...NO_CAPS, ...caps } }, now);
      await recordAudit(tx, { actor: `user:${userId}`, action: 'api-key.create', subjectId: made.key.id });
      return made;
    });
  } catch (error) {
    if (createRef !== null && duplicateKey(error)?.endsWith('api_keys_create')) return null;
    throw error;
  }
}
