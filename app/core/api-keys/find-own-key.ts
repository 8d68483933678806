import type { Transaction } from 'sequelize';
import { Op, type WhereAttributeHash } from 'sequelize';
import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { ApiKeyRecord } from '#db/models/api-keys.ts';
import type { Tx } from '#db/transaction.ts';
import { toApiKey, WITHOUT_SECRETS, type ApiKey } from './api-key.ts';

/** Keys that are not over for ever: neither revoked nor replaced by another. */
export function standing(userId: string, now: Date): WhereAttributeHash<ApiKeyRecord> {
  const overlapUntil = { [Op.or]: [{ [Op.is]: null }, { [Op.gt]: now }] };
  return { userId, revokedAt: null, overlapUntil };
}

interface Named {
  userId: string;
  keyId: string;
}

/**
 * One key of a user.
 * @throws AppError not_found when it is not theirs, not there, or over
 */
export async function findOwnKey(tx: Tx, { userId, keyId }: Named, now = new Date()): Promise<ApiKey> {
  const where = { ...standing(userId, now), id: keyId };
  const options = { where, attributes: WITHOUT_SECRETS, transaction: tx };
  const record = isId(keyId) ? await ApiKeyRecord.findOne(options) : null;
  if (!record) throw notFound();
  return toApiKey(record.get());
}

/** The whole row of one key of a user, locked until the transaction ends: for this room only. */
export async function lockOwnKey(
  tx: Transaction,
  { userId, keyId }: Named,
  now: Date,
): Promise<ApiKeyRecord> {
  const where = { ...standing(userId, now), id: keyId };
  const record = isId(keyId) ? await ApiKeyRecord.findOne({ where, transaction: tx, lock: true }) : null;
  if (!record) throw notFound();
  return record;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'There is no such key.', param: 'id' });
}
