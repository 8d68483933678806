import { readStoredHealth } from './stored-health.ts';

/** Offers that were called within a day, by the state of their breaker. @throws when Redis is away */
export async function countBreakers(
  now = Date.now(),
): Promise<{ closed: number; open: number; halfOpen: number }> {
  const counts = { closed: 0, open: 0, halfOpen: 0 };
  for (const { openedAt, openUntil } of (await readStoredHealth()).values()) {
    if (openedAt === 0) counts.closed += 1;
    else if (now < openUntil) counts.open += 1;
    else counts.halfOpen += 1;
  }
  return counts;
}
