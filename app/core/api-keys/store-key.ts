import { KEYS_MAX } from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { seal } from '#app/core/vault/vault.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectCount, write, type SqlValue } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ApiKey, Caps } from './api-key.ts';
import { standing } from './find-own-key.ts';
import { hashKeyValue, newKeyValue, prefixOf } from './key-value.ts';
import { readKeys } from './read-keys.ts';

/** A key with its value: for the one answer that shows it. */
export interface NewApiKey {
  key: ApiKey;
  value: string;
}

export interface KeyFacts {
  userId: string;
  applicationId: string | null;
  name: string;
  caps: Caps;
  models: readonly string[] | null;
  expiresAt: Date | null;
  /** The key that this one replaces: they share a budget. */
  replaces?: { id: string; budgetId: string };
  createRef?: string | null;
}

/** What a sealed value is bound to. */
export const purposeOf = (keyId: string) => `api-key:${keyId}` as const;

/** The columns of those caps that are given. */
export function capColumns({ daily, weekly, monthly, total }: Partial<Caps>): Record<string, bigint | null> {
  return {
    ...(daily === undefined ? {} : { daily_cap_micro: daily }),
    ...(weekly === undefined ? {} : { weekly_cap_micro: weekly }),
    ...(monthly === undefined ? {} : { monthly_cap_micro: monthly }),
    ...(total === undefined ? {} : { total_cap_micro: total }),
  };
}

/**
 * Makes a value and stores its key.
 * @throws AppError conflict when the user has as many keys as one can have
 */
export async function storeKey(tx: Transaction, facts: KeyFacts, now: Date): Promise<NewApiKey> {
  const { userId, applicationId, name, caps, models, expiresAt, replaces, createRef = null } = facts;
  const [isStanding, whose] = standing(userId, now);
  const count = `SELECT COUNT(*) FROM api_keys WHERE ${isStanding}`;
  const keyCount = await selectCount(tx, count, whose);
  if (keyCount >= KEYS_MAX)
    throw new AppError('conflict', {
      message: `One account has at most ${KEYS_MAX} keys. Revoke one first.`,
      params: { max: KEYS_MAX },
    });
  const id = newId();
  const value = newKeyValue();
  const columns: Record<string, SqlValue> = {
    id,
    user_id: userId,
    application_id: applicationId,
    budget_id: replaces?.budgetId ?? id,
    create_ref: createRef,
    name,
    prefix: prefixOf(value),
    value_hash: hashKeyValue(value),
    sealed_value: seal(value, { ownerId: userId, purpose: purposeOf(id) }),
    ...capColumns(caps),
    models: models && JSON.stringify(models),
    expires_at: expiresAt,
    rotated_from: replaces?.id ?? null,
    created_at: now,
  };
  await write(tx, `INSERT INTO api_keys (${Object.keys(columns).join(', ')}) VALUES (?)`, [
    Object.values(columns),
  ]);
  const [key] = await readKeys(tx, [id]);
  return { key: key!, value };
}
