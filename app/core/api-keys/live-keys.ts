import type { KeyState } from '#app/contracts/api-keys.ts';
import { AppError } from '#app/contracts/errors.ts';
import { bannedUsers, isBanned } from '#app/core/accounts/bans.ts';
import { findUserById } from '#app/core/accounts/user.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { KEY_COLUMNS, stateOf, toApiKey, type ApiKey, type KeyRow } from './api-key.ts';
import { hashKeyValue, isKeyValue } from './key-value.ts';
import { knownKeys, type KeyHolder } from './known-keys.ts';
import { readKeys } from './stored-keys.ts';

/** Min interval between writes of `last_used_at` per key. */
const USED_EVERY_MS = 60_000;

/** Only a caller who has the value learns why it does not work; others only learn that it is wrong. */
const REFUSALS: Record<Exclude<KeyState, 'active'>, string> = {
  disabled: 'This API key is disabled.',
  expired: 'This API key has expired.',
  replaced: 'This API key was replaced by another one.',
  revoked: 'This API key was revoked.',
};

/**
 * Finds the key with this value and its owner, if it may be used at this moment. The database row is cached
 * for less than a second; expiry and bans take effect exactly on time.
 * @throws AppError invalid_hub_key, ban
 */
export async function findApiKey(value: string, now = new Date()): Promise<KeyHolder> {
  const hash = hashKeyValue(value);
  const holder = isKeyValue(value) ? await knownKeys.lookUp(hash, () => load(hash)) : null;
  if (!holder) throw new AppError('invalid_hub_key', { message: 'Incorrect API key provided.' });
  const state = stateOf(holder.key, now);
  if (state !== 'active') throw new AppError('invalid_hub_key', { message: REFUSALS[state] });
  if (isBanned(holder.user, now)) throw new AppError('ban');
  await noteUse(holder.key, now);
  return holder;
}

async function load(valueHash: string): Promise<KeyHolder | null> {
  const row = await selectRow<KeyRow>(
    AUTOCOMMIT,
    `SELECT ${KEY_COLUMNS} FROM api_keys WHERE value_hash = ?`,
    [valueHash],
  );
  const user = row && (await findUserById(AUTOCOMMIT, row.userId));
  // The key was created while its account was being deleted.
  if (!user || user.deletedAt !== null) return null;
  const { id, email, name, role, locale, defaultModel, keepsCalls, refusesStore, bannedAt, bannedUntil } =
    user;
  return {
    key: toApiKey(row),
    user: { id, email, name, role, locale, defaultModel, keepsCalls, refusesStore, bannedAt, bannedUntil },
  };
}

async function noteUse(key: ApiKey, now: Date): Promise<void> {
  if (key.lastUsedAt !== null && now.getTime() - key.lastUsedAt.getTime() < USED_EVERY_MS) return;
  key.lastUsedAt = now;
  await change(AUTOCOMMIT, 'UPDATE api_keys SET last_used_at = ? WHERE id = ?', [now, key.id]);
}

/** Returns those of these keys that may still be used: active, and their owner not banned. */
export async function liveKeys(tx: Tx, ids: string[], now = new Date()): Promise<Set<string>> {
  const keys = await readKeys(tx, ids);
  const banned = await bannedUsers(tx, [...new Set(keys.map(({ userId }) => userId))], now);
  const live = keys.filter((key) => stateOf(key, now) === 'active' && !banned.has(key.userId));
  return new Set(live.map(({ id }) => id));
}
