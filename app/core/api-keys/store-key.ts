import type { Transaction } from 'sequelize';
import { KEYS_MAX } from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { seal } from '#app/core/vault/vault.ts';
import { newId } from '#app/core/platform/ids.ts';
import { ApiKeyRecord } from '#db/models/api-keys.ts';
import { toApiKey, type ApiKey, type Caps } from './api-key.ts';
import { standing } from './find-own-key.ts';
import { hashKeyValue, newKeyValue, prefixOf } from './key-value.ts';

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
export function capColumns({ daily, weekly, monthly, total }: Partial<Caps>) {
  return {
    ...(daily === undefined ? {} : { dailyCapMicro: toColumn(daily) }),
    ...(weekly === undefined ? {} : { weeklyCapMicro: toColumn(weekly) }),
    ...(monthly === undefined ? {} : { monthlyCapMicro: toColumn(monthly) }),
    ...(total === undefined ? {} : { totalCapMicro: toColumn(total) }),
  };
}

const toColumn = (micro: bigint | null) => micro?.toString() ?? null;

/**
 * Makes a value and stores its key.
 * @throws AppError conflict when the user has as many keys as one can have
 */
export async function storeKey(tx: Transaction, facts: KeyFacts, now: Date): Promise<NewApiKey> {
  const { userId, applicationId, name, caps, models, expiresAt, replaces, createRef = null } = facts;
  const standingKeys = await ApiKeyRecord.count({ where: standing(userId, now), transaction: tx });
  if (standingKeys >= KEYS_MAX)
    throw new AppError('conflict', {
      message: `One account has at most ${KEYS_MAX} keys. Revoke one first.`,
      params: { max: KEYS_MAX },
    });
  const id = newId();
  const value = newKeyValue();
  const record = await ApiKeyRecord.create(
    {
      id,
      userId,
      applicationId,
      budgetId: replaces?.budgetId ?? id,
      createRef,
      name,
      prefix: prefixOf(value),
      valueHash: hashKeyValue(value),
      sealedValue: seal(value, { ownerId: userId, purpose: purposeOf(id) }),
      ...capColumns(caps),
      models: models && JSON.stringify(models),
      expiresAt,
      rotatedFrom: replaces?.id ?? null,
      createdAt: now,
    },
    { transaction: tx },
  );
  return { key: toApiKey((await record.reload({ transaction: tx })).get()), value };
}
