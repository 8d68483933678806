import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows, type SqlValue } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { KEY_COLUMNS, toApiKey, type ApiKey, type KeyRow } from './api-key.ts';

/** SQL condition, with its values, for keys that are neither revoked nor replaced. */
export function activeCondition(userId: string, now: Date): [string, SqlValue[]] {
  return [
    'user_id = ? AND revoked_at IS NULL AND (overlap_until IS NULL OR overlap_until > ?)',
    [userId, now],
  ];
}

interface Named {
  userId: string;
  keyId: string;
}

/** A key with its secrets: for this folder only. */
export interface LockedKey {
  key: ApiKey;
  valueHash: string;
  sealedValue: string | null;
}

/**
 * Finds one key of a user.
 * @throws AppError not_found when it is not theirs, does not exist, or has ended
 */
export async function findOwnKey(tx: Tx, named: Named, now = new Date()): Promise<ApiKey> {
  return toApiKey(await readOwn<KeyRow>(tx, KEY_COLUMNS, named, now));
}

/**
 * Finds one key of a user and locks it until the transaction ends.
 * @throws AppError not_found
 */
export async function lockOwnKey(tx: Transaction, named: Named, now: Date): Promise<LockedKey> {
  const columns = `${KEY_COLUMNS}, value_hash AS valueHash, sealed_value AS sealedValue`;
  type Row = KeyRow & Omit<LockedKey, 'key'>;
  const { valueHash, sealedValue, ...row } = await readOwn<Row>(tx, columns, named, now, 'FOR UPDATE');
  return { key: toApiKey(row), valueHash, sealedValue };
}

async function readOwn<Row>(
  tx: Tx,
  columns: string,
  { userId, keyId }: Named,
  now: Date,
  lock: 'FOR UPDATE' | '' = '',
): Promise<Row> {
  const [isStanding, values] = activeCondition(userId, now);
  const row = isId(keyId)
    ? await selectRow<Row>(tx, `SELECT ${columns} FROM api_keys WHERE ${isStanding} AND id = ? ${lock}`, [
        ...values,
        keyId,
      ])
    : undefined;
  if (!row) throw new AppError('not_found', { message: 'There is no such key.', param: 'id' });
  return row;
}

/** Lists a user's keys that are neither revoked nor replaced, newest first; at most KEYS_MAX. */
export async function listApiKeys(tx: Tx, userId: string, now = new Date()): Promise<ApiKey[]> {
  const [isStanding, values] = activeCondition(userId, now);
  const rows = await selectRows<KeyRow>(
    tx,
    `SELECT ${KEY_COLUMNS} FROM api_keys WHERE ${isStanding} ORDER BY created_at DESC, id DESC`,
    values,
  );
  return rows.map(toApiKey);
}

/**
 * Lists keys of a user, revoked ones too, in the order of their ids; never their values.
 * @param page.after the last id of the previous page; '' for the first page
 */
export async function pageKeys(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<ApiKey[]> {
  const rows = await selectRows<KeyRow>(
    tx,
    `SELECT ${KEY_COLUMNS} FROM api_keys WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, max],
  );
  return rows.map(toApiKey);
}

/** Finds keys by their ids, ended ones too: their runs may still be in progress. */
export async function readKeys(tx: Tx, keyIds: string[]): Promise<ApiKey[]> {
  if (keyIds.length === 0) return [];
  const rows = await selectRows<KeyRow>(tx, `SELECT ${KEY_COLUMNS} FROM api_keys WHERE id IN (?)`, [keyIds]);
  return rows.map(toApiKey);
}
