import { KEYS_MAX } from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { newId } from '#app/core/platform/ids.ts';
import { seal } from '#app/core/vault/vault.ts';
import { duplicateKey } from '#db/errors.ts';
import { selectCount, write, type SqlValue } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import type { ApiKey, Caps } from './api-key.ts';
import { lockOwnKey, readKeys, activeCondition } from './stored-keys.ts';
import { announceKeyChange } from './key-changes.ts';
import { hashKeyValue, newKeyValue, prefixOf } from './key-value.ts';

/** A key with its value: only for the response that shows it. */
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

/** The vault purpose to which a sealed value is bound. */
export const purposeOf = (keyId: string) => `api-key:${keyId}` as const;

const NO_CAPS: Caps = { daily: null, weekly: null, monthly: null, total: null };

interface Creation {
  userId: string;
  name: string;
  caps?: Partial<Caps>;
  models?: readonly string[] | null;
  expiresAt?: Date | null;
  /** The sender's id of this creation: a form that is sent twice creates one key. */
  createRef?: string | null;
}

interface Rotation {
  userId: string;
  keyId: string;
  /** How long the old key stays valid; 0 ends it at once. */
  overlapSeconds: number;
}

/** The changes; omitted fields stay. */
export interface KeyChange {
  name?: string;
  disabled?: boolean;
  caps?: Partial<Caps>;
  models?: readonly string[] | null;
  expiresAt?: Date | null;
}

/** The columns of the given caps. */
export function capColumns({ daily, weekly, monthly, total }: Partial<Caps>): Record<string, bigint | null> {
  return {
    ...(daily === undefined ? {} : { daily_cap_micro: daily }),
    ...(weekly === undefined ? {} : { weekly_cap_micro: weekly }),
    ...(monthly === undefined ? {} : { monthly_cap_micro: monthly }),
    ...(total === undefined ? {} : { total_cap_micro: total }),
  };
}

/**
 * Generates a value and stores its key.
 * @throws AppError conflict when the user has the max number of keys
 */
export async function storeKey(tx: Transaction, facts: KeyFacts, now: Date): Promise<NewApiKey> {
  const { userId, applicationId, name, caps, models, expiresAt, replaces, createRef = null } = facts;
  const [isStanding, whose] = activeCondition(userId, now);
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

/**
 * Creates a key and records it in the audit trail.
 * @returns the key with its value, which is not shown again unless it is revealed; null when `createRef` has
 * created a key before
 * @throws AppError conflict when the user has the max number of keys
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

/**
 * Creates a new key with the name, caps, models and expiry of an old one, which ends after the overlap. Both
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
      throw new AppError('conflict', { message: 'This key has already been rotated.' });
    const { id, budgetId, applicationId, name, caps, models, expiresAt } = old;
    const overlapUntil = new Date(now.getTime() + overlapSeconds * 1000);
    // Written before the new key, so that a replacement without overlap does not count against the max.
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

/**
 * Changes a key; it takes effect everywhere within a second.
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
