import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#app/core/platform/logger.ts';
import { changeHealth } from './change-health.ts';
import { knownHealth, learnHealth } from './known-health.ts';
import { readinessOf, withProbe } from './offer-health.ts';

/** A Redis that does not answer keeps a call waiting no longer than this; then others are asked first. */
const TIMEOUT_MS = 1000;

/**
 * Whether an offer may be asked while others can be: true for a healthy one, and for one caller of all processes
 * when it is time to look whether a failing one has recovered. Whoever is told true asks at once.
 */
export async function mayAsk(offerId: string, now = Date.now()): Promise<boolean> {
  const readiness = readinessOf((await knownHealth(now)).get(offerId), now);
  if (readiness !== 'probe') return readiness === 'ready';
  return Promise.race([takeProbe(offerId, now), sleep(TIMEOUT_MS, false, { ref: false })]);
}

async function takeProbe(offerId: string, now: number): Promise<boolean> {
  try {
    // Judged anew: another process may be probing, or the breaker may have closed.
    let isOurs = false;
    const written = await changeHealth([offerId], (health) => {
      const readiness = readinessOf(health, now);
      isOurs = readiness !== 'aside';
      return readiness === 'probe' ? withProbe(health, now) : null;
    });
    learnHealth(written);
    return isOurs;
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'a probe could not be taken');
    return false;
  }
}
