import { transaction } from '#db/transaction.ts';
import { toApiKey, type ApiKey, type Caps } from './api-key.ts';
import { lockOwnKey } from './find-own-key.ts';
import { announceKeyChange } from './key-changes.ts';
import { capColumns } from './store-key.ts';

/** What is to be different; what is left out stays. */
export interface KeyChange {
  name?: string;
  disabled?: boolean;
  caps?: Partial<Caps>;
  models?: readonly string[] | null;
  expiresAt?: Date | null;
}

/**
 * Changes a key, everywhere within a second.
 * @throws AppError not_found
 */
export async function changeApiKey(
  { userId, keyId, change }: { userId: string; keyId: string; change: KeyChange },
  now = new Date(),
): Promise<ApiKey> {
  const { name, disabled, caps = {}, models, expiresAt } = change;
  const record = await transaction(async (tx) => {
    const locked = await lockOwnKey(tx, { userId, keyId }, now);
    locked.set({
      ...(name === undefined ? {} : { name }),
      ...(disabled === undefined ? {} : { disabledAt: disabled ? (locked.disabledAt ?? now) : null }),
      ...(models === undefined ? {} : { models: models && JSON.stringify(models) }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...capColumns(caps),
    });
    return locked.save({ transaction: tx });
  });
  await announceKeyChange(record.valueHash);
  return toApiKey(record.get());
}
