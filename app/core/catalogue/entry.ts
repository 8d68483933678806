import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { Capability, Confidence, Modality, ParameterTable } from '#app/contracts/models.ts';
import type { Price } from '#app/contracts/price.ts';

/** A model in the catalogue. */
export interface CatalogueEntry {
  /** Public id, `maker/model`. */
  id: string;
  maker: string;
  name: string;
  description: string | null;
  /** The chat endpoint that lists it; null for models that do not chat. */
  endpoint: Endpoint | null;
  /** Tokens of prompt and answer together; 0 when tokens do not bound a call. */
  contextTokens: number;
  maxOutputTokens: number;
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  parameters: ParameterTable;
  /** Family of tokenizers (tokenizers.ts). */
  tokenizer: string;
  /** `2025-08`, or null when the maker does not publish it. */
  knowledgeCutoff: string | null;
  /** `2026-09-22`, or null when it is not known. */
  releasedOn: string | null;
  /** First day, `2027-01-14`, on which its makers no longer run it. */
  shutdownOn: string | null;
  featured: boolean;
  enabled: boolean;
  rankOrder: number;
  source: string | null;
  /** The day on which the source was read. */
  readOn: string | null;
  confidence: Confidence;
}

/** A model at one provider. Facts that the offer does not state are the model's. */
export interface Offer {
  id: string;
  modelId: string;
  provider: string;
  /** The provider's name for the model. */
  upstreamModel: string;
  dialect: Dialect | null;
  contextTokens: number;
  maxOutputTokens: number;
  supports: readonly Modality[];
  parameters: ParameterTable;
  enabled: boolean;
  confidence: Confidence;
  /** Time at which an operator took responsibility for facts from unverified sources. */
  confirmedAt: Date | null;
  source: string;
}

/** A price of an offer as its row states it; `id` is stored with every charge, and its rules never change. */
export interface DatedPrice extends Price {
  id: string;
  offerId: string;
  validFrom: Date;
  validUntil: Date | null;
  source: string;
  confidence: Confidence;
}

export interface Alias {
  modelId: string;
  /** `2026-10-23`: the first day on which it applies; null is always. */
  retiredOn: string | null;
}

/** The whole catalogue at one moment, with indexes that are computed once for all calls that use it. */
export interface Snapshot {
  models: ReadonlyMap<string, CatalogueEntry>;
  aliases: ReadonlyMap<string, Alias>;
  /** Model id to all its offers. */
  offers: ReadonlyMap<string, readonly Offer[]>;
  /** Model id to the offers that can be called here, the cheapest first. */
  callable: ReadonlyMap<string, readonly Offer[]>;
  /** Model id to the offers that users' own keys open, in the same order, even if the operator has no key. */
  byOwnKey: ReadonlyMap<string, readonly Offer[]>;
  /** Offer id to its prices, the newest first. */
  prices: ReadonlyMap<string, readonly DatedPrice[]>;
  priceById: ReadonlyMap<string, DatedPrice>;
}

/** The keys to consider: only the operator's, or users' own keys as well. */
export type Keys = 'operator' | 'anybody';

/**
 * The price of an offer at a moment: the newest row that has begun and has not ended. Undefined when there is
 * none; an unknown price is never zero.
 * @param prices of one offer, the newest first
 */
export function priceAt(prices: readonly DatedPrice[] | undefined, at: Date): DatedPrice | undefined {
  return prices?.find(
    ({ validFrom, validUntil }) => validFrom <= at && (validUntil === null || at < validUntil),
  );
}

/** Returns true for a model that can be called now: neither retired nor shut down, and with an offer here. */
export function isOnOffer(
  snapshot: Snapshot,
  { id, shutdownOn }: CatalogueEntry,
  now = new Date(),
  keys: Keys = 'operator',
): boolean {
  const isServed = snapshot.callable.has(id) || (keys === 'anybody' && snapshot.byOwnKey.has(id));
  if (!isServed || successorOf(snapshot, id, now) !== null) return false;
  return shutdownOn === null || shutdownOn > today(now);
}

/**
 * The successor that a retired id leads to today, or null for an id that is not retired. The catalogue may
 * contain an announced retirement beside the model: the id changes over by itself on that day.
 */
export function successorOf({ aliases }: Snapshot, id: string, now = new Date()): string | null {
  const alias = aliases.get(id);
  if (!alias) return null;
  return alias.retiredOn === null || alias.retiredOn <= today(now) ? alias.modelId : null;
}

function today(now: Date): string {
  return now.toISOString().slice(0, 10);
}
