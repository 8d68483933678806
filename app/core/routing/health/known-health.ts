import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#app/core/platform/logger.ts';
import type { OfferHealth } from './offer-health.ts';
import { readStoredHealth } from './stored-health.ts';

export type KnownHealth = ReadonlyMap<string, OfferHealth>;

const FRESH_MS = 1000;
/** Max milliseconds that a call waits for a refresh: then the previous copy is used. */
const TIMEOUT_MS = 50;

let known = new Map<string, OfferHealth>();
let readAt = 0;

/**
 * The health of all offers as this process knows it: read at most once a second. A Redis that is unavailable
 * or empty makes all offers healthy.
 */
export async function knownHealth(now = Date.now()): Promise<KnownHealth> {
  if (now - readAt >= FRESH_MS) {
    readAt = now;
    await Promise.race([refresh(), sleep(TIMEOUT_MS, undefined, { ref: false })]);
  }
  return known;
}

/** Adds the health that this process has just written. */
export function cacheHealth(written: ReadonlyMap<string, OfferHealth>): void {
  for (const [offerId, health] of written) known.set(offerId, health);
}

/** Makes the next call of `knownHealth` read again. */
export function clearHealthCache(): void {
  known = new Map();
  readAt = 0;
}

async function refresh(): Promise<void> {
  try {
    known = await readStoredHealth();
  } catch (error) {
    known = new Map();
    logger().warn({ error: (error as Error).message }, 'the health of offers is not known');
  }
}
