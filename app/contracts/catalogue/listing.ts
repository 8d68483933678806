import type { Capability, Confidence, Modality, ParameterTable } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';

/**
 * The reason why no call can use an offer. `not_run`: no task here produces its output, or no adapter speaks
 * its dialect.
 */
export type OfferBar = 'switched_off' | 'not_run' | 'unconfirmed' | 'no_key' | 'no_price';

/**
 * The reason why no call can use a model: its maker retired it, no provider offers it, or the reason of its
 * best offer.
 */
export type ModelBar = OfferBar | 'retired';

/** A rate in a list. */
export interface ListedRate {
  /** Pico-dollars per token or unit, as text. */
  pico: string;
  /** Another rate applies under some condition (length, hour, resolution). */
  varies: boolean;
}

/** The current rates of an ordinary short call; a class without a price is absent. */
export type ListedRates = Partial<Record<PriceClass, ListedRate>>;

/** A provider's offer of a model, as the catalogue shows it, whether it can be called here or not. */
export interface ListedOffer {
  id: string;
  /** The provider's id, which `provider` of a call takes, and its display name. */
  provider: string;
  name: string;
  supports: readonly Modality[];
  /** Tokens; 0 if they do not limit a call. */
  contextTokens: number;
  maxOutputTokens: number;
  parameters: ParameterTable;
  rates: ListedRates;
  bar: OfferBar | null;
  confidence: Confidence;
}

/** A model, as the catalogue shows it. */
export interface ListedModel {
  id: string;
  name: string;
  /** The maker's id, which is the first part of the model's id, and its display name. */
  maker: string;
  makerName: string;
  description: string | null;
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  contextTokens: number;
  maxOutputTokens: number;
  knowledgeCutoff: string | null;
  /** `2026-09-22` */
  releasedOn: string | null;
  featured: boolean;
  /** Callable offers first; within each group the cheapest first. */
  offers: readonly ListedOffer[];
  bar: ModelBar | null;
  /** The model can answer messages of the chat. */
  canChat: boolean;
  /** The announced retirement, if any. */
  retires: { on: string; successor: string | null } | null;
}

/** The fields by which programs can sort a list; the price is that of the cheapest offer. */
export const SORT_FIELDS = ['featured', 'createdAt', 'price', 'name'] as const;

/** Further fields, the columns of the page of models: facts of the offer that is tried first. */
type ColumnField = 'input' | 'output' | 'context' | 'speed';
export type SortField = (typeof SORT_FIELDS)[number] | ColumnField;

/** Sort fields in order of precedence; 1 is ascending, -1 descending. */
export type ListingSort = readonly (readonly [field: SortField, direction: 1 | -1])[];

export const DEFAULT_SORT: ListingSort = [
  ['featured', -1],
  ['createdAt', -1],
];

/** Maximum number of models in one answer. */
export const LISTING_MAX = 150;
/** Maximum length of a search, in characters. */
export const SEARCH_MAX = 200;
