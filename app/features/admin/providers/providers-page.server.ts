import type { ErrorCode } from '#app/contracts/errors.ts';
import { providerName } from '#app/contracts/providers.ts';
import { barOf } from '#app/core/catalogue/callable-offers.ts';
import type { Offer, Snapshot } from '#app/core/catalogue/entry.ts';
import { readSnapshot } from '#app/core/catalogue/snapshot.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isConfigured } from '#app/core/providers/credentials.ts';
import { breakerOf, type OfferHealth } from '#app/core/routing/health/offer-health.ts';
import { readStoredHealth } from '#app/core/routing/health/stored-health.ts';
import { refuseAction } from '#app/features/admin/operator.server.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const SHOWN = 200;

type Health = ReadonlyMap<string, OfferHealth>;

/** A provider with the number of its offers by state of their breakers. */
export interface ProviderLine {
  id: string;
  name: string;
  /** A key and an address are set, and an adapter supports its dialect. */
  isConfigured: boolean;
  offers: number;
  callable: number;
  open: number;
  halfOpen: number;
  /** Latest fault among its offers. */
  lastFault: ErrorCode | null;
}

/** An offer that was called within a day, or one of the chosen provider. */
export interface OfferLine {
  id: string;
  model: string;
  provider: string;
  /** Why it cannot be called here; null when it can. */
  bar: 'switched_off' | 'unconfirmed' | 'no_key' | null;
  health: OfferHealthLine | null;
}

export interface OfferHealthLine {
  breaker: 'closed' | 'open' | 'halfOpen';
  /** ISO 8601 time until which the breaker is open. */
  openUntil: string | null;
  inARow: number;
  lastFault: ErrorCode | null;
  firstWordMs: number | null;
  tokensPerSecond: number | null;
}

export interface ProvidersData {
  /** False while Redis, which stores it, is unavailable. */
  isHealthKnown: boolean;
  providers: ProviderLine[];
  /** The provider whose offers are listed; null to list recently called offers of all providers. */
  chosen: { id: string; name: string } | null;
  offers: OfferLine[];
  /** Number of offers that are not listed. */
  moreOffers: number;
}

/** Loads providers with the breakers of their offers; `?provider=` lists the offers of one provider. */
export const loadProviders = pageLoader({ auth: 'admin' }, async ({ url }): Promise<ProvidersData> => {
  const snapshot = await readSnapshot(AUTOCOMMIT);
  const health = await readStoredHealth().catch((error: Error) => {
    logger().warn({ error: error.message }, 'the health of offers is not known');
    return null;
  });
  const known: Health = health ?? new Map();
  const now = Date.now();
  const providers = listProviders(snapshot, known, now);
  const named = url.searchParams.get('provider');
  const chosen = providers.find(({ id }) => id === named) ?? null;
  const all = allOffers(snapshot)
    .filter((offer) => (chosen ? offer.provider === chosen.id : known.has(offer.id)))
    .map((offer) => toLine(offer, known.get(offer.id), now))
    .sort(worstFirst);
  return {
    isHealthKnown: health !== null,
    providers,
    chosen: chosen && { id: chosen.id, name: chosen.name },
    offers: all.slice(0, SHOWN),
    moreOffers: Math.max(0, all.length - SHOWN),
  };
});

export const actOnProviders = refuseAction;

function allOffers({ offers }: Snapshot): Offer[] {
  return [...offers.values()].flat();
}

function listProviders(snapshot: Snapshot, health: Health, now: number): ProviderLine[] {
  const callable = new Set([...snapshot.callable.values()].flat().map(({ id }) => id));
  const lines = new Map<string, ProviderLine>();
  const faultsAt = new Map<string, number>();
  for (const offer of allOffers(snapshot)) {
    const { id, provider } = offer;
    const line = lines.get(provider) ?? newLine(provider);
    lines.set(provider, line);
    line.isConfigured ||= isConfigured(offer, config());
    line.offers += 1;
    if (callable.has(id)) line.callable += 1;
    const known = health.get(id);
    if (!known) continue;
    const breaker = breakerOf(known, now);
    if (breaker !== 'closed') line[breaker] += 1;
    if (known.lastFault === null || known.countedAt < (faultsAt.get(provider) ?? 0)) continue;
    line.lastFault = known.lastFault;
    faultsAt.set(provider, known.countedAt);
  }
  return [...lines.values()].sort(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, 'en'),
  );
}

function newLine(id: string): ProviderLine {
  const counts = { offers: 0, callable: 0, open: 0, halfOpen: 0 };
  return { id, name: providerName(id), isConfigured: false, ...counts, lastFault: null };
}

/** Ranks providers that need attention first, and those that are not set up last. */
function rank({ open, halfOpen, isConfigured: isSetUp }: ProviderLine): number {
  if (open + halfOpen > 0) return 0;
  return isSetUp ? 1 : 2;
}

function toLine(offer: Offer, health: OfferHealth | undefined, now: number): OfferLine {
  const { id, modelId, provider } = offer;
  return { id, model: modelId, provider, bar: barOf(offer), health: health ? toHealth(health, now) : null };
}

function toHealth(health: OfferHealth, now: number): OfferHealthLine {
  const { openUntil, inARow, lastFault, firstWordMs, tokensPerSecond } = health;
  const breaker = breakerOf(health, now);
  return {
    breaker,
    openUntil: breaker === 'open' ? new Date(openUntil).toISOString() : null,
    inARow,
    lastFault,
    firstWordMs,
    tokensPerSecond,
  };
}

const BREAKERS = ['open', 'halfOpen', 'closed'] as const;

function worstFirst(one: OfferLine, other: OfferLine): number {
  const place = ({ health }: OfferLine) => (health ? BREAKERS.indexOf(health.breaker) : BREAKERS.length);
  return place(one) - place(other) || one.model.localeCompare(other.model, 'en');
}
