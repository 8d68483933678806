import { createHash } from 'node:crypto';
import { readRules, writeRules } from '#app/contracts/price.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { diffLines, type PriceDiff } from './price-diff.ts';
import type { Listed, PriceList } from './price-list.ts';

/** A list that was read and whose changes are looked at. */
export interface PendingImport {
  /** Names it in the form that applies it. */
  id: string;
  /** Where the list came from. */
  place: string;
  /** Of the changes that were shown. */
  digest: string;
  list: PriceList;
}

/** One for each administrator: a newer one takes its place. */
const keyOf = (userId: string) => `catalogue:import:${userId}`;
const KEPT_SECONDS = 1800;
const MOST_SKIPPED = 1_000;

/**
 * Keeps a list for half an hour, until its changes are applied.
 * @returns its id
 * @throws an error of Redis where that is away
 */
export async function keepImport(
  userId: string,
  { place, digest, list }: Omit<PendingImport, 'id'>,
): Promise<string> {
  const id = newId();
  await put(userId, { id, place, digest, list });
  return id;
}

/**
 * Takes a list that was kept: who presses twice gets it once.
 * @returns null where it is not there any more
 */
export async function takeImport(userId: string, id: string): Promise<PendingImport | null> {
  const text = await redis().getDel(keyOf(userId));
  if (text === null) return null;
  const kept = JSON.parse(text) as Omit<PendingImport, 'list'> & { listed: string[][]; skipped: string[] };
  if (kept.id !== id) {
    // A form of an older list: the newer one stays.
    await redis().set(keyOf(userId), text, { expiration: { type: 'EX', value: KEPT_SECONDS } });
    return null;
  }
  const { place, digest, skipped } = kept;
  return { id, place, digest, list: { listed: kept.listed.map(toListed), skipped } };
}

/** Puts a list back that was taken and could not be applied. */
export async function returnImport(userId: string, pending: PendingImport): Promise<void> {
  await put(userId, pending);
}

/** Tells whether two differences are the same. */
export function digestOf(diff: PriceDiff): string {
  return createHash('sha256').update(diffLines(diff).join('\n')).digest('hex');
}

async function put(userId: string, { id, place, digest, list }: PendingImport): Promise<void> {
  const skipped = list.skipped.slice(0, MOST_SKIPPED);
  const text = JSON.stringify({ id, place, digest, listed: list.listed.map(toTexts), skipped });
  await redis().set(keyOf(userId), text, { expiration: { type: 'EX', value: KEPT_SECONDS } });
}

function toTexts({ rules, ...facts }: Listed): [facts: string, rules: string] {
  return [JSON.stringify(facts), writeRules(rules)];
}

function toListed([facts = '', rules = '']: string[]): Listed {
  return { ...(JSON.parse(facts) as Omit<Listed, 'rules'>), rules: readRules(rules) };
}
