import { createHash } from 'node:crypto';
import { readRules, writeRules } from '#app/contracts/price.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { diffLines, type PriceDiff } from './price-diff.ts';
import type { Listed, PriceList } from './price-list.ts';

/** A list that was read and whose changes are under review. */
export interface PendingImport {
  /** Identifies it in the form that applies it. */
  id: string;
  /** The source of the list. */
  place: string;
  /** Digest of the changes that were shown. */
  digest: string;
  list: PriceList;
}

/** One for each administrator: a newer one replaces it. */
const keyOf = (userId: string) => `catalogue:import:${userId}`;
const LIFETIME_SECONDS = 1800;
const MAX_SKIPPED = 1_000;

/**
 * Stores a list for half an hour, until its changes are applied.
 * @returns its id
 * @throws an error of Redis when it is unavailable
 */
export async function storeImport(
  userId: string,
  { place, digest, list }: Omit<PendingImport, 'id'>,
): Promise<string> {
  const id = newId();
  await put(userId, { id, place, digest, list });
  return id;
}

/**
 * Removes and returns a stored list: a second click gets null.
 * @returns null when it no longer exists
 */
export async function takeImport(userId: string, id: string): Promise<PendingImport | null> {
  const text = await redis().getDel(keyOf(userId));
  if (text === null) return null;
  const stored = JSON.parse(text) as Omit<PendingImport, 'list'> & { listed: string[][]; skipped: string[] };
  if (stored.id !== id) {
    // The form belongs to an older list: the newer one stays.
    await redis().set(keyOf(userId), text, { expiration: { type: 'EX', value: LIFETIME_SECONDS } });
    return null;
  }
  const { place, digest, skipped } = stored;
  return { id, place, digest, list: { listed: stored.listed.map(toListed), skipped } };
}

/** Puts a list back that was taken and could not be applied. */
export async function returnImport(userId: string, pending: PendingImport): Promise<void> {
  await put(userId, pending);
}

/** A digest by which two differences can be compared. */
export function digestOf(diff: PriceDiff): string {
  return createHash('sha256').update(diffLines(diff).join('\n')).digest('hex');
}

async function put(userId: string, { id, place, digest, list }: PendingImport): Promise<void> {
  const skipped = list.skipped.slice(0, MAX_SKIPPED);
  const text = JSON.stringify({ id, place, digest, listed: list.listed.map(toTexts), skipped });
  await redis().set(keyOf(userId), text, { expiration: { type: 'EX', value: LIFETIME_SECONDS } });
}

function toTexts({ rules, ...facts }: Listed): [facts: string, rules: string] {
  return [JSON.stringify(facts), writeRules(rules)];
}

function toListed([facts = '', rules = '']: string[]): Listed {
  return { ...(JSON.parse(facts) as Omit<Listed, 'rules'>), rules: readRules(rules) };
}
