import { breakerOf } from './offer-health.ts';
import { readStoredHealth } from './stored-health.ts';

/** Offers that were called within a day, by the state of their breaker. @throws when Redis is away */
export async function countBreakers(
  now = Date.now(),
): Promise<{ closed: number; open: number; halfOpen: number }> {
  const counts = { closed: 0, open: 0, halfOpen: 0 };
  for (const health of (await readStoredHealth()).values()) counts[breakerOf(health, now)] += 1;
  return counts;
}
