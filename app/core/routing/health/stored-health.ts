import { clockAheadMs } from '#app/core/platform/process/clock.ts';
import { redis } from '#app/core/platform/redis.ts';
import { breakerOf, UNKNOWN, type OfferHealth } from './offer-health.ts';

/** One hash: offer id -> health as JSON, its times by the clock of Redis. */
const KEY = 'offers:health';

/** Milliseconds after the last report until the hash expires. */
const LIFETIME_MS = 24 * 3_600_000;

/** A change of one offer's health; `before` is the text that was read, '' if there was none. */
export interface HealthChange {
  offerId: string;
  before: string;
  after: string;
}

/** Writes each field that still has the text that its writer read, and returns the other fields. */
const SWAP = `
local lost = {}
for i = 2, #ARGV, 3 do
  if (redis.call('HGET', KEYS[1], ARGV[i]) or '') == ARGV[i + 1] then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2])
  else
    lost[#lost + 1] = ARGV[i]
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return lost`;

/** Two processes that report on the same offer at once take turns; more turns than this are given up. */
const MAX_TURNS = 10;

/** The health of all reported offers. @throws when Redis is unavailable */
export async function readStoredHealth(): Promise<Map<string, OfferHealth>> {
  const texts = await redis().hGetAll(KEY);
  return new Map(Object.entries(texts).map(([offerId, text]) => [offerId, readHealth(text)]));
}

/** The health in a stored text, its times by the clock of this process. */
export function readHealth(text: string): OfferHealth {
  return shifted(JSON.parse(text) as OfferHealth, clockAheadMs());
}

/** The text that `readHealth` reads. */
export function writeHealth(health: OfferHealth): string {
  return JSON.stringify(shifted(health, -clockAheadMs()));
}

/** Shifts all times; 0 means never and stays. */
function shifted(health: OfferHealth, milliseconds: number): OfferHealth {
  if (milliseconds === 0) return health;
  const shift = (at: number) => (at === 0 ? 0 : at + milliseconds);
  return {
    ...health,
    countedAt: shift(health.countedAt),
    openedAt: shift(health.openedAt),
    openUntil: shift(health.openUntil),
    probeUntil: shift(health.probeUntil),
    asideUntil: shift(health.asideUntil),
  };
}

/** The texts of some offers, '' for one without reports. @throws when Redis is unavailable */
export async function readHealthTexts(offerIds: string[]): Promise<string[]> {
  const texts = await redis().hmGet(KEY, offerIds);
  return texts.map((text) => text ?? '');
}

/**
 * Compare-and-set of several offers in one step.
 * @returns the ids of those that another process has changed meanwhile
 * @throws when Redis is unavailable
 */
export async function swapHealth(changes: readonly HealthChange[]): Promise<string[]> {
  const fields = changes.flatMap(({ offerId, before, after }) => [offerId, before, after]);
  return (await redis().eval(SWAP, { keys: [KEY], arguments: [String(LIFETIME_MS), ...fields] })) as string[];
}

/**
 * Changes the health of offers, retrying when another process changes it meanwhile.
 * @param change returns the new health, or null to leave it
 * @returns the written health, by offer id
 * @throws when Redis is unavailable
 */
export async function changeHealth(
  offerIds: readonly string[],
  change: (health: OfferHealth, offerId: string) => OfferHealth | null,
): Promise<Map<string, OfferHealth>> {
  const written = new Map<string, OfferHealth>();
  let left = [...offerIds];
  for (let turn = 0; left.length > 0 && turn < MAX_TURNS; turn += 1) {
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

/** Numbers of offers that were called within a day, by breaker state. @throws when Redis is unavailable */
export async function countBreakers(
  now = Date.now(),
): Promise<{ closed: number; open: number; halfOpen: number }> {
  const counts = { closed: 0, open: 0, halfOpen: 0 };
  for (const health of (await readStoredHealth()).values()) counts[breakerOf(health, now)] += 1;
  return counts;
}
