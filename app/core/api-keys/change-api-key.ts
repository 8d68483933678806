import { write } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import type { ApiKey, Caps } from './api-key.ts';
import { lockOwnKey } from './find-own-key.ts';
import { announceKeyChange } from './cache/key-changes.ts';
import { readKeys } from './read-keys.ts';
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
  const { key, valueHash } = await transaction(async (tx) => {
    const locked = await lockOwnKey(tx, { userId, keyId }, now);
    const columns = Object.entries({
      ...(name === undefined ? {} : { name }),
      ...(disabled === undefined ? {} : { disabled_at: disabled ? (locked.key.disabledAt ?? now) : null }),
      ...(models === undefined ? {} : { models: models && JSON.stringify(models) }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...capColumns(caps),
    });
    if (columns.length === 0) return locked;
    const settings = columns.map(([column]) => `${column} = ?`).join(', ');
    const values = columns.map(([, value]) => value);
    await write(tx, `UPDATE api_keys SET ${settings} WHERE id = ?`, [...values, keyId]);
    const [changed] = await readKeys(tx, [keyId]);
    return { ...locked, key: changed! };
  });
  await announceKeyChange(valueHash);
  return key;
}
