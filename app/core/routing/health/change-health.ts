import { UNKNOWN, type OfferHealth } from './offer-health.ts';
import { readHealth, readHealthTexts, swapHealth, writeHealth } from './stored-health.ts';

/** Two processes that report of the same offer at once take turns; more turns than this are given up. */
const MOST_TURNS = 10;

/**
 * Changes the health of offers, whoever else changes it meanwhile.
 * @param change answers what the health becomes, or null to leave it
 * @returns what was written, by offer id
 * @throws when Redis is away
 */
export async function changeHealth(
  offerIds: readonly string[],
  change: (health: OfferHealth, offerId: string) => OfferHealth | null,
): Promise<Map<string, OfferHealth>> {
  const written = new Map<string, OfferHealth>();
  let left = [...offerIds];
  for (let turn = 0; left.length > 0 && turn < MOST_TURNS; turn += 1) {
    const texts = await readHealthTexts(left);
    const changed = left.flatMap((offerId, index) => {
      const before = texts[index] ?? '';
      const health = change(before ? readHealth(before) : UNKNOWN, offerId);
      return health ? [{ offerId, before, health, after: writeHealth(health) }] : [];
    });
    if (changed.length === 0) break;
    left = await swapHealth(changed);
    for (const { offerId, health } of changed) if (!left.includes(offerId)) written.set(offerId, health);
  }
  return written;
}
