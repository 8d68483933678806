import type { ErrorCode } from '#app/contracts/errors.ts';

/** Offers of a provider, by how their breakers stand. */
export interface ProviderLine {
  id: string;
  name: string;
  /** A key and an address are set, and an adapter speaks its dialect. */
  isConfigured: boolean;
  offers: number;
  callable: number;
  open: number;
  halfOpen: number;
  /** Of the newest fault among its offers. */
  lastFault: ErrorCode | null;
}

/** An offer that was called within a day, or one of the provider on show. */
export interface OfferLine {
  id: string;
  model: string;
  provider: string;
  /** Why it cannot be called here; null for one that can. */
  bar: 'switched_off' | 'unconfirmed' | 'no_key' | null;
  health: OfferHealthLine | null;
}

export interface OfferHealthLine {
  breaker: 'closed' | 'open' | 'halfOpen';
  /** Until when the breaker is open, ISO 8601. */
  openUntil: string | null;
  inARow: number;
  lastFault: ErrorCode | null;
  firstWordMs: number | null;
  tokensPerSecond: number | null;
}

export interface ProvidersData {
  /** False while Redis, which knows it, is away. */
  isHealthKnown: boolean;
  providers: ProviderLine[];
  /** The provider whose offers are listed; null: those that were called lately, of all. */
  chosen: { id: string; name: string } | null;
  offers: OfferLine[];
  /** Offers that are not listed. */
  moreOffers: number;
}
