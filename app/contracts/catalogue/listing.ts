import type { Capability, Confidence, Modality, ParameterTable } from '#app/contracts/models.ts';
import type { PriceClass } from '#app/contracts/price.ts';

/** What stands between an offer and every call. `not_run`: no task here makes what it sells, or speaks its dialect. */
export type OfferBar = 'switched_off' | 'not_run' | 'unconfirmed' | 'no_key' | 'no_price';

/** What stands between a model and every call: its makers ended it, nobody serves it, or what bars its nearest offer. */
export type ModelBar = OfferBar | 'retired';

/** A rate as a list shows it. */
export interface ListedRate {
  /** Pico-dollars for one token or unit, as text. */
  pico: string;
  /** Under some condition (length, hour, resolution) another rate applies. */
  varies: boolean;
}

/** The rates of an ordinary short call at this moment; a class that has no price is not there. */
export type ListedRates = Partial<Record<PriceClass, ListedRate>>;

/** Somebody who sells a model, as the catalogue shows them: callable here or not. */
export interface ListedOffer {
  id: string;
  /** As `provider` of a call names it, and as people do. */
  provider: string;
  name: string;
  supports: readonly Modality[];
  /** Tokens; 0 where they do not bound a call. */
  contextTokens: number;
  maxOutputTokens: number;
  parameters: ParameterTable;
  rates: ListedRates;
  bar: OfferBar | null;
  confidence: Confidence;
}

/** A model as the catalogue shows it. */
export interface ListedModel {
  id: string;
  name: string;
  /** First part of the id, and what the maker is called. */
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
  /** Those that can be called first, each time the cheapest first. */
  offers: readonly ListedOffer[];
  bar: ModelBar | null;
  /** It answers messages of the chat. */
  canChat: boolean;
  /** An announced retirement. */
  retires: { on: string; successor: string | null } | null;
}

/** What a list can be ordered by: the price is that of the cheapest offer. */
export const SORT_FIELDS = ['featured', 'createdAt', 'price', 'name'] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** Fields in the order in which they count; 1 ascending, -1 descending. */
export type ListingSort = readonly (readonly [field: SortField, direction: 1 | -1])[];

export const DEFAULT_SORT: ListingSort = [
  ['featured', -1],
  ['createdAt', -1],
];

/** Models of one answer. */
export const LISTING_MAX = 150;
/** Letters of a search. */
export const SEARCH_MAX = 200;
