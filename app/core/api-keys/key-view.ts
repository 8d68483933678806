import { CAP_NAMES, type ApiKeyView, type CapName } from '#app/contracts/api-keys.ts';
import type { Tx } from '#db/transaction.ts';
import { stateOf, type ApiKey } from './api-key.ts';
import { NOTHING_SPENT, readSpend, type Spend } from './budget.ts';
import { listApiKeys } from './stored-keys.ts';
import { maskedValue } from './key-value.ts';

/**
 * A key as its owner may see it. Fields are listed one by one, so that a new column never leaks into a
 * response.
 */
export function viewApiKey(key: ApiKey, spent: Spend, now = new Date()): ApiKeyView {
  const { id, name, prefix, models, expiresAt, overlapUntil, lastUsedAt, createdAt } = key;
  return {
    _id: id,
    name,
    value: maskedValue(prefix),
    state: stateOf(key, now),
    caps: amounts((cap) => key.caps[cap]),
    spent: amounts((cap) => spent[cap]) as ApiKeyView['spent'],
    models: models && [...models],
    expiresAt: expiresAt?.toISOString() ?? null,
    overlapUntil: overlapUntil?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Micro-dollars as JSON numbers: they stay far below 2^53. */
export function amounts(of: (cap: CapName) => bigint | null): Record<CapName, number | null> {
  const entries = CAP_NAMES.map((cap) => [cap, of(cap)] as const);
  return Object.fromEntries(
    entries.map(([cap, micro]) => [cap, micro === null ? null : Number(micro)]),
  ) as Record<CapName, number | null>;
}

/** A user's keys with the spend of each, newest first. */
export async function viewApiKeys(tx: Tx, userId: string, now = new Date()): Promise<ApiKeyView[]> {
  const keys = await listApiKeys(tx, userId, now);
  const spent = await readSpend(
    tx,
    keys.map(({ id }) => id),
    now,
  );
  return keys.map((key) => viewApiKey(key, spent.get(key.id) ?? NOTHING_SPENT, now));
}
